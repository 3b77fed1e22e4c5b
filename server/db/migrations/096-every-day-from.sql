-- A data permission may hold for every day from one on: a list of days ends, and on that day nobody is handed a number.
ALTER TABLE data_options ADD COLUMN tu_ngay date;
