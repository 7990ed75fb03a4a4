-- Nearly every event is of a thread that is there: changing its row is one step, while inserting it in vain and locking the one that
-- is in the way are two more.
CREATE OR REPLACE FUNCTION channel_store(
  given_thread bigint, given_event bigint, account bigint, chat text, thread text, chat_kind text, due bigint,
  given_key text, given_position bigint, given_body jsonb, given_state smallint, given_note text, given_values jsonb,
  at bigint, ended bigint, OUT found_thread bigint, OUT stored_event bigint
) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.channel_thread t SET arrivals = t.arrivals + 1, due_at = LEAST(t.due_at, due)
  WHERE t.account_id = account AND t.chat_id = chat AND t.thread_key = thread
  RETURNING t.id INTO found_thread;
  IF found_thread IS NULL THEN
    INSERT INTO public.channel_thread AS t (id, account_id, chat_id, thread_key, kind, arrivals, due_at)
    VALUES (given_thread, account, chat, thread, chat_kind, 1, due)
    ON CONFLICT (account_id, chat_id, thread_key) DO UPDATE
      SET arrivals = t.arrivals + 1, due_at = LEAST(t.due_at, excluded.due_at)
    RETURNING t.id INTO found_thread;
  END IF;
  INSERT INTO public.channel_event AS e
    (id, account_id, thread_id, event_key, position, body, state, note, note_values, received_at, done_at)
  VALUES (given_event, account, found_thread, given_key, given_position, given_body, given_state, given_note,
    given_values, at, ended)
  ON CONFLICT (account_id, event_key) DO NOTHING
  RETURNING e.id INTO stored_event;
END $$;
