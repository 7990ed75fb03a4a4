-- how often what products offer was used: tools called, bots asked, workflows run
CREATE TABLE product_use (
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE,
  -- days since 1970, UTC
  day integer NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (product_id, day)
);
-- what was made of a product counts for it
CREATE TABLE product_copy (
  resource_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES product ON DELETE CASCADE
);
CREATE INDEX product_copy_of ON product_copy (product_id);
CREATE INDEX product_of_entity ON product (entity_id);
