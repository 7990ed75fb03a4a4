-- Scene flows belong to social scenes, which do not exist here: what was stored as one has always run as a workflow.
UPDATE workflow SET flow_mode = 0 WHERE flow_mode = 2;
UPDATE workflow_commit SET flow_mode = 0 WHERE flow_mode = 2;
UPDATE resource SET sub_type = 0 WHERE kind = 'workflow' AND sub_type = 2;
