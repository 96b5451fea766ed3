(* What the certificates below rest on: series by their first terms and a tail, Gamma at multiples of 1/2,
   the larger of two numbers, and the tactics that decide closed statements about real numbers. *)

From Coq Require Import Reals List Lra Lia ZArith.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Import ListNotations.
Open Scope R_scope.

(* Gamma(n/2) for n = 1, 2, ..: Gamma(1/2) = sqrt(pi), Gamma(1) = 1, Gamma(x + 1) = x Gamma(x). *)
Fixpoint gamma_of_half (n : nat) : R :=
  match n with
  | 1%nat => sqrt PI
  | 2%nat => 1
  | S (S k) => IZR (Z.of_nat k) / 2 * gamma_of_half k
  | O => 0
  end.

Definition larger (a b : R) : R := (a + b + Rabs (a - b)) / 2.

Lemma larger_left (a b : R) : a <= larger a b.
Proof. unfold larger; unfold Rabs; destruct (Rcase_abs (a - b)); lra. Qed.

Lemma larger_right (a b : R) : b <= larger a b.
Proof. unfold larger; unfold Rabs; destruct (Rcase_abs (a - b)); lra. Qed.

(* The terms t(0) = first, t(k + 1) = t(k) z prod(k + above) / prod(k + below). *)
Definition from (k : Z) (l : list R) : R := fold_right (fun a p => (IZR k + a) * p) 1 l.
Definition ratio (z : R) (above below : list R) (k : Z) : R := z * from k above / from k below.
Fixpoint term (first z : R) (above below : list R) (k : nat) : R :=
  match k with
  | O => first
  | S j => term first z above below j * ratio z above below (Z.of_nat j)
  end.

(* 1 + r(k) (1 + r(k + 1) (1 + ..)), of n terms. *)
Fixpoint nested (z : R) (above below : list R) (k : Z) (n : nat) : R :=
  match n with
  | O => 0
  | S j => 1 + ratio z above below k * nested z above below (Z.succ k) j
  end.

Fixpoint product (z : R) (above below : list R) (k : Z) (n : nat) : R :=
  match n with
  | O => 1
  | S j => ratio z above below k * product z above below (Z.succ k) j
  end.

(* What |t(k + 1) / t(k)| is at most, for every k >= n. *)
Fixpoint factor (n : R) (above below : list R) : R :=
  match above, below with
  | a :: more, b :: others => larger 1 ((n + a) / (n + b)) * factor n more others
  | nil, b :: others => / (n + b) * factor n nil others
  | _, nil => 1
  end.

Definition positive_from (n : R) (l : list R) : Prop := List.Forall (fun a => 0 < n + a) l.

Lemma from_positive (n : R) (k : Z) (l : list R) : positive_from n l -> n <= IZR k -> 0 < from k l.
Proof.
  intros H Hk; induction H as [| a l Ha _ IH]; simpl; [lra |].
  apply Rmult_lt_0_compat; [lra | exact IH].
Qed.

Lemma factor_positive (n : R) (above below : list R) :
  positive_from n above -> positive_from n below -> 0 < factor n above below.
Proof.
  revert above; induction below as [| b below IH]; intros above Ha Hb; [destruct above; simpl; lra |].
  inversion Hb as [| ? ? Hb0 Hb1]; subst.
  destruct above as [| a above]; simpl; apply Rmult_lt_0_compat.
  - now apply Rinv_0_lt_compat.
  - now apply IH.
  - apply Rlt_le_trans with 1; [lra | apply larger_left].
  - inversion Ha; subst; now apply IH.
Qed.

Lemma quotient_bound (n k a b : R) : 0 < n + a -> 0 < n + b -> n <= k -> (k + a) / (k + b) <= larger 1 ((n + a) / (n + b)).
Proof.
  intros Ha Hb Hk.
  assert (Hkb : 0 < k + b) by lra.
  destruct (Rle_lt_dec a b) as [Hab | Hab].
  - apply Rle_trans with 1; [| apply larger_left].
    apply Rmult_le_reg_r with (k + b); [exact Hkb |].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
  - apply Rle_trans with ((n + a) / (n + b)); [| apply larger_right].
    apply Rmult_le_reg_r with ((k + b) * (n + b)); [now apply Rmult_lt_0_compat |].
    replace ((k + a) / (k + b) * ((k + b) * (n + b))) with ((k + a) * (n + b)) by (field; lra).
    replace ((n + a) / (n + b) * ((k + b) * (n + b))) with ((n + a) * (k + b)) by (field; lra).
    nra.
Qed.

Lemma quotients_bound (n : R) (k : Z) (above below : list R) :
  (length above <= length below)%nat -> positive_from n above -> positive_from n below -> n <= IZR k ->
  from k above / from k below <= factor n above below.
Proof.
  revert above; induction below as [| b below IH]; intros above Hl Ha Hb Hk.
  - destruct above; [simpl; lra | simpl in Hl; lia].
  - inversion Hb as [| ? ? Hb0 Hb1]; subst.
    assert (Hf : 0 < from k below) by now apply from_positive with n.
    destruct above as [| a above].
    + assert (H := IH nil (Nat.le_0_l _) Ha Hb1 Hk); simpl in H |- *.
      replace (1 / ((IZR k + b) * from k below)) with (/ (IZR k + b) * (1 / from k below)) by (field; lra).
      apply Rmult_le_compat; try exact H.
      * apply Rlt_le, Rinv_0_lt_compat; lra.
      * unfold Rdiv; rewrite Rmult_1_l; apply Rlt_le; now apply Rinv_0_lt_compat.
      * apply Rinv_le_contravar; lra.
    + inversion Ha as [| ? ? Ha0 Ha1]; subst.
      assert (H := IH above (proj2 (Nat.succ_le_mono _ _) Hl) Ha1 Hb1 Hk); simpl.
      assert (Hg : 0 < from k above) by now apply from_positive with n.
      replace ((IZR k + a) * from k above / ((IZR k + b) * from k below))
        with ((IZR k + a) / (IZR k + b) * (from k above / from k below)) by (field; lra).
      apply Rmult_le_compat; try exact H.
      * apply Rlt_le, Rdiv_lt_0_compat; lra.
      * apply Rlt_le; now apply Rdiv_lt_0_compat.
      * now apply quotient_bound.
Qed.

Lemma term_from (first z : R) (above below : list R) (k n : nat) :
  term first z above below (k + n) = term first z above below k * product z above below (Z.of_nat k) n.
Proof.
  revert k; induction n as [| n IH]; intros k.
  - rewrite Nat.add_0_r; simpl; ring.
  - rewrite <- plus_n_Sm, <- plus_Sn_m, IH, Nat2Z.inj_succ.
    change (term first z above below (S k)) with (term first z above below k * ratio z above below (Z.of_nat k)).
    change (product z above below (Z.of_nat k) (S n)) with
      (ratio z above below (Z.of_nat k) * product z above below (Z.succ (Z.of_nat k)) n).
    ring.
Qed.

Lemma sum_from (first z : R) (above below : list R) (k n : nat) :
  sum_n_m (term first z above below) k (k + n) = term first z above below k * nested z above below (Z.of_nat k) (S n).
Proof.
  revert k; induction n as [| n IH]; intros k.
  - rewrite Nat.add_0_r, sum_n_n; simpl; ring.
  - rewrite sum_Sn_m by lia; rewrite <- plus_n_Sm, <- plus_Sn_m, IH, Nat2Z.inj_succ.
    change (term first z above below k
            + term first z above below k * ratio z above below (Z.of_nat k)
              * nested z above below (Z.succ (Z.of_nat k)) (S n)
            = term first z above below k
              * (1 + ratio z above below (Z.of_nat k) * nested z above below (Z.succ (Z.of_nat k)) (S n))).
    ring.
Qed.

Section Series.
  Variables (first z : R) (above below : list R) (n : nat) (q : R).
  Notation t := (term first z above below).
  Notation start := (IZR (Z.of_nat (S n))).
  Hypothesis Hl : (length above <= length below)%nat.
  Hypothesis Ha : positive_from start above.
  Hypothesis Hb : positive_from start below.
  Hypothesis Hq : Rabs z * factor start above below <= q.
  Hypothesis Hone : q < 1.

  Lemma ratio_bound (k : nat) : Rabs (ratio z above below (Z.of_nat (S n + k))) <= q.
  Proof.
    assert (Hk : start <= IZR (Z.of_nat (S n + k))) by (apply IZR_le; lia).
    apply Rle_trans with (2 := Hq).
    unfold ratio, Rdiv; rewrite Rmult_assoc, Rabs_mult.
    apply Rmult_le_compat_l; [apply Rabs_pos |].
    rewrite Rabs_pos_eq; [now apply quotients_bound |].
    apply Rlt_le, Rdiv_lt_0_compat; now apply from_positive with start.
  Qed.

  Lemma q_nonnegative : 0 <= q.
  Proof. apply Rle_trans with (2 := ratio_bound 0); apply Rabs_pos. Qed.

  Lemma term_bound (k : nat) : Rabs (t (S n + k)) <= Rabs (t (S n)) * q ^ k.
  Proof.
    induction k as [| k IH]; [rewrite Nat.add_0_r; simpl; lra |].
    rewrite <- plus_n_Sm.
    change (t (S (S n + k))) with (t (S n + k) * ratio z above below (Z.of_nat (S n + k))).
    rewrite Rabs_mult.
    apply Rle_trans with (Rabs (t (S n)) * q ^ k * q); [| simpl; lra].
    apply Rmult_le_compat; try apply Rabs_pos; [exact IH | apply ratio_bound].
  Qed.

  Lemma tail_exists : ex_series (fun k => t (S n + k)).
  Proof.
    apply (ex_series_le (K := R_AbsRing) (V := R_CompleteNormedModule)) with (b := fun k => Rabs (t (S n)) * q ^ k).
    - intros k; apply term_bound.
    - apply (ex_series_scal (V := R_NormedModule) (Rabs (t (S n)))), ex_series_geom.
      rewrite Rabs_pos_eq; [exact Hone | exact q_nonnegative].
  Qed.

  (* The series converges, and its tail is at most |t(n + 1)| / (1 - q). *)
  Lemma series_exists : ex_series t.
  Proof. apply (ex_series_incr_n t (S n)), tail_exists. Qed.

  Lemma series_close :
    Rabs (Series t - first * nested z above below 0 (S n)) <= Rabs (first * product z above below 0 (S n)) / (1 - q).
  Proof.
    rewrite (Series_incr_n t (S n)) by (try lia; apply series_exists).
    assert (Hsum : sum_f_R0 t (Nat.pred (S n)) = first * nested z above below 0 (S n)).
    { simpl Nat.pred; rewrite <- sum_n_Reals; exact (sum_from first z above below 0 n). }
    rewrite Hsum.
    assert (Hnext : t (S n) = first * product z above below 0 (S n)) by exact (term_from first z above below 0 (S n)).
    rewrite <- Hnext.
    match goal with |- Rabs ?e <= _ => replace e with (Series (fun k => t (S n + k))) by ring end.
    apply Rle_trans with (Series (fun k => Rabs (t (S n + k)))).
    - apply Series_Rabs.
      apply (ex_series_le (K := R_AbsRing) (V := R_CompleteNormedModule)) with (b := fun k => Rabs (t (S n)) * q ^ k).
      + intros k; change (norm (Rabs (t (S n + k)))) with (Rabs (Rabs (t (S n + k)))).
        rewrite Rabs_Rabsolu; apply term_bound.
      + apply (ex_series_scal (V := R_NormedModule) (Rabs (t (S n)))), ex_series_geom.
        rewrite Rabs_pos_eq; [exact Hone | exact q_nonnegative].
    - replace (Rabs (t (S n)) / (1 - q)) with (Series (fun k => Rabs (t (S n)) * q ^ k)).
      + apply Series_le.
        * intros k; split; [apply Rabs_pos | apply term_bound].
        * apply (ex_series_scal (V := R_NormedModule) (Rabs (t (S n)))), ex_series_geom.
          rewrite Rabs_pos_eq; [exact Hone | exact q_nonnegative].
      + rewrite Series_scal_l, Series_geom; [reflexivity |].
        rewrite Rabs_pos_eq; [exact Hone | exact q_nonnegative].
  Qed.
End Series.

(* The generalised hypergeometric function: t(0) = 1, and 1 beside the lower parameters for the factorial. *)
Definition hyper (above below : list R) (z : R) : R := Series (term 1 z above (below ++ [1%R])).

Lemma hyper_between (above below : list R) (z : R) (n : nat) (q low high : R) :
  (length above <= length (below ++ [1%R]))%nat ->
  positive_from (IZR (Z.of_nat (S n))) above ->
  positive_from (IZR (Z.of_nat (S n))) (below ++ [1%R]) ->
  Rabs z * factor (IZR (Z.of_nat (S n))) above (below ++ [1%R]) <= q ->
  q < 1 ->
  low + Rabs (product z above (below ++ [1%R]) 0 (S n)) / (1 - q) <= nested z above (below ++ [1%R]) 0 (S n) ->
  nested z above (below ++ [1%R]) 0 (S n) <= high - Rabs (product z above (below ++ [1%R]) 0 (S n)) / (1 - q) ->
  low <= hyper above below z <= high.
Proof.
  intros Hl Ha Hb Hq Hone Hlow Hhigh.
  assert (H := series_close 1 z above (below ++ [1%R]) n q Hl Ha Hb Hq Hone).
  fold (hyper above below z) in H; rewrite !Rmult_1_l in H.
  apply Rabs_le_between in H; lra.
Qed.

Lemma hyper_at_0 (above below : list R) (z : R) : z = 0 -> hyper above below z = 1.
Proof.
  intros ->; unfold hyper.
  rewrite (Series_ext _ (fun k => 0 ^ k)).
  - rewrite Series_geom; [field | rewrite Rabs_R0; lra].
  - intros [| k]; simpl; [reflexivity |]; unfold ratio, Rdiv; rewrite !Rmult_0_l; ring.
Qed.

(* A series whose terms have such quotients. *)
Lemma series_between (t : nat -> R) (above below : list R) (z : R) (n : nat) (q low high : R) :
  (forall k, t (S k) = t k * ratio z above below (Z.of_nat k)) ->
  (length above <= length below)%nat ->
  positive_from (IZR (Z.of_nat (S n))) above ->
  positive_from (IZR (Z.of_nat (S n))) below ->
  Rabs z * factor (IZR (Z.of_nat (S n))) above below <= q ->
  q < 1 ->
  low + Rabs (t O * product z above below 0 (S n)) / (1 - q) <= t O * nested z above below 0 (S n) ->
  t O * nested z above below 0 (S n) <= high - Rabs (t O * product z above below 0 (S n)) / (1 - q) ->
  low <= Series t <= high.
Proof.
  intros Ht Hl Ha Hb Hq Hone Hlow Hhigh.
  assert (H := series_close (t O) z above below n q Hl Ha Hb Hq Hone).
  rewrite (Series_ext t (term (t O) z above below)).
  - apply Rabs_le_between in H; lra.
  - induction n0 as [| k IH]; [reflexivity |]; rewrite Ht, IH; reflexivity.
Qed.

Lemma gamma_step (n : nat) : (0 < n)%nat -> gamma_of_half (S (S n)) = INR n / 2 * gamma_of_half n.
Proof. intros H; destruct n; [lia |]; rewrite INR_IZR_INZ; reflexivity. Qed.

Lemma gamma_positive (n : nat) : (0 < n)%nat -> 0 < gamma_of_half n.
Proof.
  induction n as [[| [| [| n]]] IH] using lt_wf_ind; intros H; [lia | | simpl; lra |].
  - simpl; apply sqrt_lt_R0, PI_RGT_0.
  - rewrite gamma_step by lia.
    apply Rmult_lt_0_compat; [| apply IH; lia].
    apply Rdiv_lt_0_compat; [apply lt_0_INR; lia | lra].
Qed.

(* The quotient of consecutive terms: powers c^(k + e), Gamma(k + e), Gamma(2 k + e) and linear factors. *)
Ltac gamma_steps :=
  repeat match goal with
  | |- context [gamma_of_half (2 * S ?k + ?b)] =>
      replace (2 * S k + b)%nat with (S (S (2 * k + b))) by lia; rewrite (gamma_step (2 * k + b)) by lia
  | |- context [gamma_of_half (4 * S ?k + ?b)] =>
      replace (4 * S k + b)%nat with (S (S (S (S (4 * k + b))))) by lia;
      rewrite (gamma_step (S (S (4 * k + b)))), (gamma_step (4 * k + b)) by lia
  end.
Ltac gamma_signs :=
  repeat match goal with
  | |- context [gamma_of_half ?n] =>
      lazymatch goal with
      | H : 0 < gamma_of_half n |- _ => fail
      | |- _ => assert (0 < gamma_of_half n) by (apply gamma_positive; lia)
      end
  end.
Ltac quotients :=
  let k := fresh "k" in
  intros k; gamma_steps; gamma_signs; assert (0 <= INR k) by apply pos_INR;
  unfold ratio, from; simpl fold_right; rewrite <- INR_IZR_INZ;
  repeat rewrite ?S_INR, ?plus_INR, ?mult_INR, ?Nat.add_succ_l; cbn [pow INR];
  field; repeat split; apply Rgt_not_eq; first [lra | apply sqrt_lt_R0, PI_RGT_0 | nra].

(* The supremum of f over [a, b]. *)
Definition supremum (f : R -> R) (a b : R) : R := real (Lub_Rbar (fun y => exists p, a <= p <= b /\ y = f p)).

Lemma supremum_between (f : R -> R) (a b w low high : R) :
  a <= w <= b -> low <= f w -> (forall p, a <= p <= b -> f p <= high) -> low <= supremum f a b <= high.
Proof.
  intros Hw Hlow Hhigh; unfold supremum.
  destruct (Lub_Rbar_correct (fun y => exists p, a <= p <= b /\ y = f p)) as [Hup Hleast].
  assert (Hf : Rbar_le (f w) (Lub_Rbar (fun y => exists p, a <= p <= b /\ y = f p)))
    by (apply Hup; now exists w).
  assert (Hb : Rbar_le (Lub_Rbar (fun y => exists p, a <= p <= b /\ y = f p)) high).
  { apply Hleast; intros y [p [Hp ->]]; simpl; now apply Hhigh. }
  destruct (Lub_Rbar (fun y => exists p, a <= p <= b /\ y = f p)); simpl in *; try contradiction; lra.
Qed.

Lemma acos_by_atan (x : R) : -1 < x < 1 -> acos x = PI / 2 - atan (x / sqrt (1 - x * x)).
Proof.
  intros H; rewrite acos_asin by lra; rewrite asin_atan by lra; reflexivity.
Qed.

(* Statements about closed expressions, and about constants between known ends: definitions are unfolded, e^0 is 1,
   and intervals decide, or, where both sides are the same, algebra. *)
Ltac reals :=
  cbv -[Rplus Rmult Rminus Ropp Rdiv Rinv IZR exp ln sqrt PI cos sin atan pow Rabs Rle Rlt not].
Ltac flat :=
  repeat match goal with
  | |- context [exp ?e] => let H := fresh in assert (H : e = 0) by (solve [lra | field; lra]); rewrite H, exp_0; clear H
  end.
Ltac difference := match goal with |- _ < _ => apply Rminus_lt | |- _ <= _ => apply Rminus_le | |- _ => idtac end.
Ltac holds :=
  reals;
  solve
    [ difference; interval with (i_prec 64)
    | difference; interval with (i_prec 400)
    | flat; solve [lra | right; field; repeat split; lra | nra] ].
Ltac legal :=
  match goal with
  | |- _ /\ _ => split; legal
  | |- True => exact I
  | |- _ \/ _ => first [left; legal | right; legal]
  | |- _ <> _ => reals; first [lra | apply Rlt_not_eq; holds | apply Rgt_not_eq; holds]
  | |- _ = _ => reals; solve [lra | field | f_equal; lra]
  | |- _ => solve [reals; lra | holds]
  end.
Ltac enclose constant lemma := generalize lemma; generalize constant; intros ? ?.
Ltac series length quotient :=
  apply hyper_between with (n := length) (q := quotient);
  [ simpl; lia
  | unfold positive_from; repeat constructor; holds
  | unfold positive_from; repeat constructor; holds
  | holds | lra | holds | holds ].
Ltac summed parameters_above parameters_below argument length quotient :=
  apply series_between with (above := parameters_above) (below := parameters_below) (z := argument) (n := length) (q := quotient);
  [ quotients
  | simpl; lia
  | unfold positive_from; repeat constructor; holds
  | unfold positive_from; repeat constructor; holds
  | holds | lra | holds | holds ].
Ltac at_0 := rewrite hyper_at_0 by (reals; solve [lra | field; lra]); split; lra.
Ltac greatest place :=
  apply supremum_between with (w := place);
  [ split; holds | holds | let p := fresh "p" in intros p ?; holds ].
Ltac angle := rewrite acos_by_atan by (split; holds); split; holds.
Ltac area := integral with (i_prec 60, i_fuel 1000).
