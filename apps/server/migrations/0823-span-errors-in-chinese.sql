-- Why a step failed, for readers of Chinese; empty when only one text is known, as with errors of programs and providers.
ALTER TABLE trace_head ADD COLUMN error_zh text NOT NULL DEFAULT '';
ALTER TABLE span ADD COLUMN error_zh text NOT NULL DEFAULT '';
