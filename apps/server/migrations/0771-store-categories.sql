-- the names that people know such categories by; one that somebody renamed keeps its name
UPDATE product_category SET name_en = 'Productivity' WHERE id = 80000001 AND name_en = 'Efficiency';
UPDATE product_category SET name_en = 'Developer tools' WHERE id = 80000006 AND name_en = 'Developers';
UPDATE product_category SET name_en = 'Lifestyle' WHERE id = 80000007 AND name_en = 'Life';
UPDATE product_category SET name_en = 'Images' WHERE id = 80000008 AND name_en = 'Pictures';
