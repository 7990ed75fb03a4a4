-- Who runs models, and with which key. Of the whole instance when it has no space.
CREATE TABLE model_provider (
  id bigint PRIMARY KEY,
  space_id bigint REFERENCES space ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  base_url text NOT NULL DEFAULT '',
  sealed_key text NOT NULL DEFAULT '',
  key_hint text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX model_provider_space ON model_provider (space_id);

-- Numbers of models are small: clients read them as JSON numbers.
CREATE SEQUENCE model_number START 100001;
CREATE TABLE model (
  id bigint PRIMARY KEY DEFAULT nextval('model_number'),
  provider_id bigint NOT NULL REFERENCES model_provider ON DELETE CASCADE,
  space_id bigint REFERENCES space ON DELETE CASCADE,
  -- 0 chat, 1 embeddings, 2 rerank
  type smallint NOT NULL DEFAULT 0,
  name text NOT NULL,
  model text NOT NULL,
  description text NOT NULL DEFAULT '',
  model_class integer NOT NULL DEFAULT 999,
  capabilities jsonb NOT NULL,
  context_tokens integer NOT NULL,
  max_output_tokens integer NOT NULL,
  parameters jsonb NOT NULL,
  func_config jsonb NOT NULL,
  -- for a million tokens
  price_in double precision NOT NULL DEFAULT 0,
  price_out double precision NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  enable_base64_url boolean NOT NULL DEFAULT true,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX model_provider_models ON model (provider_id);
CREATE INDEX model_space ON model (space_id);

-- The model that new bots of a scope start with; 0 is the instance.
CREATE TABLE model_default (
  space_id bigint PRIMARY KEY,
  model_id bigint NOT NULL REFERENCES model ON DELETE CASCADE
);
