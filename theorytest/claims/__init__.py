"""The judge: claims, evidence, error budget and verdicts. Nothing in this room knows any particular paper."""
