-- Places elsewhere whose files become documents. Address and password are sealed.
CREATE TABLE knowledge_account (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  name text NOT NULL,
  config text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX knowledge_account_of ON knowledge_account (user_id, id);
