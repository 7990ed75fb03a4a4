-- Forms and events beside schedules and webhooks, and a history of what each trigger has started.
ALTER TABLE workflow_trigger
  -- what an event trigger watches
  ADD COLUMN source_id bigint,
  -- in the address of a form; random, so that only those who were given it find the form
  ADD COLUMN form_key text NOT NULL DEFAULT '',
  -- until when the editor waits for a test call, for whom, and the call that came
  ADD COLUMN listen_until bigint NOT NULL DEFAULT 0,
  ADD COLUMN listener_id bigint,
  ADD COLUMN heard jsonb,
  ADD COLUMN last_error_zh text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX workflow_trigger_form ON workflow_trigger (form_key) WHERE form_key <> '';
CREATE INDEX workflow_trigger_source ON workflow_trigger (source_id) WHERE is_open AND source_id IS NOT NULL;
UPDATE workflow_trigger SET last_error_zh = last_error;

ALTER TABLE trigger_delivery
  ALTER COLUMN run_id DROP NOT NULL,
  -- schedule, webhook, form, event or manual
  ADD COLUMN reason text NOT NULL DEFAULT 'webhook',
  -- 0 started a run, 1 was missed, 2 could not be started
  ADD COLUMN state smallint NOT NULL DEFAULT 0,
  ADD COLUMN error text NOT NULL DEFAULT '',
  ADD COLUMN error_zh text NOT NULL DEFAULT '';
UPDATE trigger_delivery SET reason = 'schedule' WHERE delivery LIKE 'at:%';
CREATE INDEX trigger_delivery_history ON trigger_delivery (trigger_id, at DESC);

-- Events that open triggers wait for, written with what happened and taken once. No foreign key: a trigger that is deleted
-- meanwhile must not fail the change that caused the event.
CREATE TABLE trigger_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trigger_id bigint NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  -- how many workflows have started each other by events before
  depth smallint NOT NULL DEFAULT 0,
  at bigint NOT NULL
);

CREATE FUNCTION trigger_note(source bigint, happened text, facts jsonb, after_events integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO trigger_event (trigger_id, event, data, depth, at)
  SELECT t.id, happened, facts, after_events, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  FROM workflow_trigger t
  WHERE t.source_id = source AND t.is_open AND t.event_id = 'event' AND t.config ->> 'event' = happened
$$;

CREATE FUNCTION trigger_note_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM trigger_note(
    NEW.workflow_id,
    CASE NEW.status WHEN 2 THEN 'run.succeeded' ELSE 'run.failed' END,
    jsonb_build_object('workflow_id', NEW.workflow_id::text, 'execute_id', NEW.id::text, 'error', NEW.error),
    coalesce((NEW.context ->> 'eventDepth')::integer, 0)
  );
  RETURN NULL;
END $$;
-- A short run is written once, when it is over.
CREATE TRIGGER trigger_run_made AFTER INSERT ON workflow_run FOR EACH ROW
  WHEN (NEW.kind = 1 AND NEW.status IN (2, 3)) EXECUTE FUNCTION trigger_note_run();
CREATE TRIGGER trigger_run_ended AFTER UPDATE OF status ON workflow_run FOR EACH ROW
  WHEN (NEW.kind = 1 AND NEW.status IN (2, 3) AND OLD.status <> NEW.status) EXECUTE FUNCTION trigger_note_run();

CREATE FUNCTION trigger_note_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM trigger_note(
    NEW.knowledge_id,
    CASE NEW.stage WHEN 'ready' THEN 'document.ready' ELSE 'document.failed' END,
    jsonb_build_object('dataset_id', NEW.knowledge_id::text, 'document_id', NEW.id::text, 'name', NEW.name,
      'error', coalesce(NEW.problem ->> 'en', '')),
    0
  );
  RETURN NULL;
END $$;
CREATE TRIGGER trigger_document AFTER UPDATE OF stage ON knowledge_document FOR EACH ROW
  WHEN (NEW.stage IN ('ready', 'failed') AND OLD.stage <> NEW.stage) EXECUTE FUNCTION trigger_note_document();

CREATE FUNCTION trigger_note_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM trigger_note(
    NEW.bot_id,
    CASE NEW.status WHEN 2 THEN 'chat.completed' ELSE 'chat.failed' END,
    jsonb_build_object('bot_id', NEW.bot_id::text, 'conversation_id', NEW.conversation_id::text, 'chat_id', coalesce(nullif(NEW.chat_id, 0), NEW.id)::text,
      'error', NEW.error_msg),
    0
  );
  RETURN NULL;
END $$;
-- Chats with the published bot; people who try out a draft are left alone.
CREATE TRIGGER trigger_turn AFTER UPDATE OF status ON turn FOR EACH ROW
  WHEN (NEW.scene = 'online' AND NEW.status IN (2, 3) AND OLD.status <> NEW.status) EXECUTE FUNCTION trigger_note_turn();
