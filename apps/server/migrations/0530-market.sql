CREATE TABLE product_category (
  id bigint PRIMARY KEY,
  name_en text NOT NULL,
  name_zh text NOT NULL,
  place integer NOT NULL DEFAULT 0
);
INSERT INTO product_category (id, name_en, name_zh, place) VALUES
  (80000001, 'Efficiency', '效率工具', 1), (80000002, 'Writing', '文本创作', 2), (80000003, 'Learning', '学习教育', 3),
  (80000004, 'Business', '商业服务', 4), (80000005, 'Data', '数据处理', 5), (80000006, 'Developers', '开发工具', 6),
  (80000007, 'Life', '生活助手', 7), (80000008, 'Pictures', '图像', 8), (80000009, 'Web', '网络', 9);

-- Something that is offered to everybody on the instance. What is taken is the content of a version, never the thing itself.
CREATE TABLE product (
  id bigint PRIMARY KEY,
  entity_type smallint NOT NULL,
  entity_id bigint NOT NULL,
  space_id bigint REFERENCES space ON DELETE SET NULL,
  seller_id bigint REFERENCES app_user ON DELETE SET NULL,
  category_id bigint REFERENCES product_category ON DELETE SET NULL,
  texts jsonb NOT NULL,
  icon_uri text NOT NULL DEFAULT '',
  cover_uri text NOT NULL DEFAULT '',
  status smallint NOT NULL,
  draft_status smallint NOT NULL,
  draft_id bigint,
  version_id bigint,
  reject_reason text NOT NULL DEFAULT '',
  is_official boolean NOT NULL DEFAULT false,
  is_template boolean NOT NULL DEFAULT false,
  heat integer NOT NULL DEFAULT 0,
  used_count integer NOT NULL DEFAULT 0,
  duplicate_count integer NOT NULL DEFAULT 0,
  favorite_count integer NOT NULL DEFAULT 0,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  words tsvector NOT NULL,
  listed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  CONSTRAINT product_entity UNIQUE (entity_type, entity_id)
);
CREATE INDEX product_words ON product USING gin (words);
CREATE INDEX product_shown ON product (status, entity_type, heat DESC, id DESC);
CREATE INDEX product_seller ON product (seller_id);

CREATE TABLE product_version (
  id bigint PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
  version text NOT NULL,
  note text NOT NULL DEFAULT '',
  texts jsonb NOT NULL,
  roots jsonb NOT NULL,
  items jsonb NOT NULL,
  hash text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX product_version_of ON product_version (product_id, id DESC);

-- What one person did with one product.
CREATE TABLE product_mark (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
  favorite_at bigint,
  viewed_at bigint,
  used_at bigint,
  stars smallint NOT NULL DEFAULT 0,
  comment text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, product_id)
);
CREATE INDEX product_mark_product ON product_mark (product_id);

CREATE TABLE product_report (
  id bigint PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
  object_type smallint NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  reasons smallint[] NOT NULL,
  description text NOT NULL DEFAULT '',
  status smallint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL
);
CREATE INDEX product_report_product ON product_report (product_id, id DESC);
