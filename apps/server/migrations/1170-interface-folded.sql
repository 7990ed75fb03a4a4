-- What is drawn is written whole only now and then: saves after this one are added from interface_edit when it is read.
ALTER TABLE interface_sandbox ADD COLUMN document_seq integer NOT NULL DEFAULT 0;
UPDATE interface_sandbox SET document_seq = seq;
