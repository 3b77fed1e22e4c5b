-- A search for part of a word looks for the whole words that have it first, instead of in each text.
CREATE TABLE search_terms (
  list text NOT NULL,
  term text NOT NULL
);
INSERT INTO search_terms (list, term)
SELECT 'blacklist', word FROM ts_stat('SELECT words_of(description_fold) FROM blacklist')
UNION ALL SELECT 'lstracuu', word FROM ts_stat('SELECT words_of(noi_dung_fold) FROM lstracuu')
UNION ALL SELECT 'mesbank', word FROM ts_stat('SELECT words_of(str_mes_fold) FROM mesbank');
CREATE INDEX search_terms_term ON search_terms (list, term);
CREATE INDEX search_terms_parts ON search_terms USING gin (term gin_trgm_ops);
ANALYZE search_terms;
