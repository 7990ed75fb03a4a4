-- Datasets are found by the names of their fields as well.
CREATE TRIGGER search_dataset AFTER INSERT OR UPDATE OF fields ON dataset_schema FOR EACH ROW EXECUTE FUNCTION search_note('dataset_id');
INSERT INTO search_change (resource_id, changed_at) SELECT id, 0 FROM dataset;
