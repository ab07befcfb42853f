//! The buyer's rules: terms, figures, mandate, screening, holds and decisions. Pure.
