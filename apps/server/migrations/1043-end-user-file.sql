-- Files that were made for users of an account's own, e.g. for a row of an experiment: they go with what else is kept of that user.
CREATE TABLE end_user_file (
  key text PRIMARY KEY,
  -- the account, a slash, and the user in the account's own numbering
  user_key text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX end_user_file_of ON end_user_file (user_key text_pattern_ops);
