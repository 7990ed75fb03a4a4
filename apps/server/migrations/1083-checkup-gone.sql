-- A bot that is deleted for good takes the dataset of its questions and the results of its check-ups along.
CREATE FUNCTION forget_checkup_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.resource WHERE id = OLD.dataset_id;
  RETURN NULL;
END $$;
CREATE TRIGGER checkup_set_gone AFTER DELETE ON checkup_set FOR EACH ROW EXECUTE FUNCTION forget_checkup_set();
CREATE FUNCTION forget_checkup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.experiment WHERE batch_id = OLD.id;
  DELETE FROM public.eval_batch WHERE id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER checkup_gone AFTER DELETE ON checkup FOR EACH ROW EXECUTE FUNCTION forget_checkup();
-- Those of bots that are gone already.
DELETE FROM resource USING dataset
WHERE resource.id = dataset.id AND dataset.listing = 2 AND resource.name ~ '^Check-up \d+ \d+$'
  AND NOT EXISTS (SELECT FROM checkup_set WHERE checkup_set.dataset_id = dataset.id);
