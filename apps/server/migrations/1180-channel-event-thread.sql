-- An event is stored together with its thread, whose row is locked by then: looking for the thread once more, and locking its
-- row again, costs a good part of storing the event. Events still go with their thread, all of a statement at once.
ALTER TABLE channel_event DROP CONSTRAINT channel_event_thread_id_fkey;
CREATE FUNCTION forget_channel_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.channel_event WHERE thread_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER channel_thread_gone AFTER DELETE ON channel_thread REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_channel_events();
