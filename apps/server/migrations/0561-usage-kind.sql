-- the ledger also counts runs of workflows and calls on knowledge; bot_id is then that of the workflow, app or knowledge base
ALTER TABLE open_ledger ADD COLUMN kind text NOT NULL DEFAULT 'chat';
ALTER TABLE open_ledger DROP CONSTRAINT open_ledger_pkey;
ALTER TABLE open_ledger ADD PRIMARY KEY (day, bot_id, kind, user_id, token_id, connector_id);
