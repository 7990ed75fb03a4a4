-- Papers that people read at a desk. The file is a document of a knowledge base in the person's own space.
CREATE TABLE desk_paper (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  upload_key text NOT NULL,
  name text NOT NULL,
  dataset_id bigint NOT NULL,
  -- none until the document was created
  document_id bigint,
  created_at bigint NOT NULL,
  UNIQUE (user_id, upload_key)
);

-- A document of a desk: a paper that is read, a text that is written. Only its creator sees it.
CREATE TABLE desk_instance (
  id bigint PRIMARY KEY,
  -- reader, writer, or the id of a bot
  agent_id text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  space_id bigint NOT NULL,
  name text NOT NULL,
  content text NOT NULL DEFAULT '',
  init_param jsonb NOT NULL DEFAULT '{}',
  idem_key text NOT NULL DEFAULT '',
  paper_id bigint REFERENCES desk_paper,
  -- of a bot; the other desks keep what is said in desk_message
  conversation_id bigint,
  -- 0 none, 1 running, 2 done, 3 failed
  translation smallint NOT NULL DEFAULT 0,
  language text NOT NULL DEFAULT '',
  problem jsonb,
  lease_until bigint NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX desk_instance_once ON desk_instance (user_id, agent_id, idem_key) WHERE idem_key <> '';
CREATE INDEX desk_instance_user ON desk_instance (user_id, agent_id, updated_at DESC);
CREATE INDEX desk_instance_paper ON desk_instance (paper_id);
CREATE INDEX desk_instance_running ON desk_instance (id) WHERE translation = 1;

CREATE TABLE desk_page (
  instance_id bigint NOT NULL REFERENCES desk_instance ON DELETE CASCADE,
  page_no integer NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  original_key text NOT NULL DEFAULT '',
  translated_key text NOT NULL DEFAULT '',
  blocks_key text NOT NULL DEFAULT '',
  is_word_by_word boolean NOT NULL DEFAULT false,
  -- a page that ends its process again and again is given up
  attempts smallint NOT NULL DEFAULT 0,
  problem jsonb,
  PRIMARY KEY (instance_id, page_no)
);

CREATE TABLE desk_message (
  id bigint PRIMARY KEY,
  instance_id bigint NOT NULL REFERENCES desk_instance ON DELETE CASCADE,
  role text NOT NULL,
  content text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX desk_message_instance ON desk_message (instance_id, id DESC);

-- Web pages that a person writes with.
CREATE TABLE desk_reference (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  url text NOT NULL,
  title text NOT NULL,
  site text NOT NULL,
  icon text NOT NULL,
  content text NOT NULL,
  is_user_add boolean NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (user_id, url)
);

CREATE TABLE desk_setting (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  agent_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (user_id, agent_id, key)
);
