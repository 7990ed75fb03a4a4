-- An event belongs to a thread, and the thread to its account: looking for the account again with each event, and locking
-- its row, costs a good part of storing it. Events still go with their account, by way of the thread.
ALTER TABLE channel_event DROP CONSTRAINT channel_event_account_id_fkey;
-- Each event changes its thread: the new version fits beside the old one, and no index has to learn of it.
ALTER TABLE channel_thread SET (fillfactor = 60);
