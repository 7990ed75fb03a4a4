-- What the owner of the instance puts in front: single products for a time, and collections of them.
CREATE TABLE product_featured (
  id bigint PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
  begin_at bigint NOT NULL,
  end_at bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  banner_uri text NOT NULL DEFAULT '',
  button_text text NOT NULL DEFAULT '',
  created_at bigint NOT NULL
);
CREATE INDEX product_featured_time ON product_featured (end_at, begin_at);
CREATE INDEX product_featured_product ON product_featured (product_id);
CREATE TABLE product_topic (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  introduction_url text NOT NULL DEFAULT '',
  banner_uri text NOT NULL DEFAULT '',
  entity_type smallint NOT NULL,
  product_ids jsonb NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  begin_at bigint NOT NULL,
  end_at bigint NOT NULL,
  created_at bigint NOT NULL
);
-- A place among the popular products, for a time.
ALTER TABLE product ADD COLUMN pin_index integer;
ALTER TABLE product ADD COLUMN pin_from bigint NOT NULL DEFAULT 0;
ALTER TABLE product ADD COLUMN pin_until bigint NOT NULL DEFAULT 0;
