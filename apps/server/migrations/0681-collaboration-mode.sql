-- a workflow is open to its collaborators or closed, and a bot that has collaborators is one that several people develop
UPDATE workflow SET collaborator_mode = 1 WHERE collaborator_mode = 0 AND EXISTS (SELECT FROM collaborator c WHERE c.resource_id = workflow.id);
UPDATE bot SET develop_mode = 1 WHERE develop_mode = 0 AND EXISTS (SELECT FROM collaborator c WHERE c.resource_id = bot.id);
-- every member of a space sees its bots
UPDATE bot SET visibility = 1 WHERE visibility <> 1;
