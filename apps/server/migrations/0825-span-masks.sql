-- What is taken out of spans before they are stored.
ALTER TABLE span_keep ALTER COLUMN days SET DEFAULT 365;
ALTER TABLE span_keep ADD COLUMN masks jsonb NOT NULL DEFAULT '{"kinds": [], "words": [], "isContentFree": false}';
