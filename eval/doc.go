// Package eval says how good a position is without searching it.
//
// A [Score] is seen from the side to move. An [Evaluation] is a way to come to
// scores; [Classical] is the hand-written one, package nnue has the neural
// network, and package evals opens either by name. An [Evaluator] follows one
// worker of a search and may update itself move by move.
//
// A new term of the hand-written evaluation is a field of params, its default in
// defaults.go, and code in view.go, king.go or material.go; a method of view
// goes into the list of view.add.
package eval
