-- Pictures are looked at together with the version they came with.
ALTER TABLE product ADD COLUMN pictures jsonb NOT NULL DEFAULT '[]';
ALTER TABLE product_version ADD COLUMN pictures jsonb NOT NULL DEFAULT '[]';
-- When a version came into the store: what was refused or waits is nobody's business but its seller's.
ALTER TABLE product_version ADD COLUMN shown_at bigint;
UPDATE product_version v SET shown_at = v.created_at FROM product p WHERE p.id = v.product_id AND v.id <= p.version_id;
ALTER TABLE product_mark ADD COLUMN rated_at bigint;
CREATE INDEX product_mark_rated ON product_mark (product_id, rated_at DESC) WHERE stars > 0;
