-- Files that visitors sent along. They belong to the account behind the bot; this says which visitor may name them.
CREATE TABLE share_file (
  key text PRIMARY KEY,
  visitor_id bigint NOT NULL REFERENCES share_visitor ON DELETE CASCADE,
  created_at bigint NOT NULL
);
CREATE INDEX share_file_visitor ON share_file (visitor_id);
