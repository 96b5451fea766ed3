(* What the theorems below rest on: the order of the reals, and tactics for one step of a proof each. *)

From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
Open Scope R_scope.

Lemma less_by (a b c : R) : b - a = c -> 0 < c -> a < b.
Proof. lra. Qed.

Lemma at_most_by (a b c : R) : b - a = c -> 0 <= c -> a <= b.
Proof. lra. Qed.

Lemma same_by (a b c : R) : b - a = c -> c = 0 -> a = b.
Proof. lra. Qed.

Lemma differ_below (a b c : R) : b - a = c -> 0 < c -> a <> b.
Proof. lra. Qed.

Lemma differ_above (a b c : R) : a - b = c -> 0 < c -> a <> b.
Proof. lra. Qed.

Lemma no_part (e t : R) : e = 0 -> t * e = 0.
Proof. intros ->; ring. Qed.

Lemma whole_power (x : R) (n : nat) : exp x ^ n = exp (IZR (Z.of_nat n) * x).
Proof. rewrite <- INR_IZR_INZ. induction n as [|n IH]. - simpl; rewrite Rmult_0_l; now rewrite exp_0.
- rewrite S_INR; simpl; rewrite IH, <- exp_plus; f_equal; ring. Qed.

Lemma root_squared (b : R) : 0 <= b -> sqrt b ^ 2 = b.
Proof. intros; now apply pow2_sqrt. Qed.

Lemma sine_squared (t : R) : sin t ^ 2 = 1 - cos t ^ 2.
Proof. pose proof (sin2_cos2 t) as H; unfold Rsqr in H; lra. Qed.

Lemma exp_at_most (a b : R) : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [left; now apply exp_increasing | right; reflexivity]. Qed.

Lemma exp_tangent (t : R) : 1 + t <= exp t.
Proof. apply exp_ineq1_le. Qed.

Lemma trichotomy (a b : R) : a <> b -> a < b \/ b < a.
Proof. apply Rdichotomy. Qed.

(* A sum of products of what is positive, or not negative, by the premises. *)
Ltac positive := first [ assumption | lra | apply exp_pos | apply pow2_ge_0 | apply PI_RGT_0
  | apply Rmult_lt_0_compat; positive | apply Rmult_le_pos; positive
  | apply Rplus_lt_le_0_compat; positive | apply Rplus_le_lt_0_compat; positive
  | apply Rplus_lt_0_compat; positive | apply Rplus_le_le_0_compat; positive
  | apply Rinv_0_lt_compat; positive | apply pow_lt; positive | apply sqrt_lt_R0; positive
  | apply sqrt_pos | left; positive ].

(* What a step divides by is not 0 by its premises. *)
Ltac not_zero := match goal with
  | |- _ /\ _ => split; not_zero
  | |- _ <> 0 => first [ assumption | let H := fresh in intro H; lra | apply Rgt_not_eq; positive
    | apply pow_nonzero; not_zero | apply Rinv_neq_0_compat; not_zero
    | apply Rmult_integral_contrapositive_currified; not_zero | let H := fresh in intro H; nra ]
  end.

(* An exponential as a product of powers of others. *)
Ltac taken_apart := rewrite ?whole_power, <- ?exp_Ropp, <- ?exp_plus; apply f_equal; simpl Z.of_nat; try field; try not_zero.
Ltac identity := first [ ring | field; not_zero ].
Ltac closed := first [ lra | interval with (i_prec 64) | interval with (i_prec 300) ].
