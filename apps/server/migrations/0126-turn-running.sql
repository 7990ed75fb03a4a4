-- Which turns run in a conversation is asked at the start of every turn: found among the few that run, not among all there were.
CREATE INDEX turn_running_conversation ON turn (conversation_id) WHERE status = 1;
