//! Wrong rules that lessons show, clearly apart from the right ones.
