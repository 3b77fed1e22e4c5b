-- The search for the words of a folded text, the last of which may be incomplete.
CREATE OR REPLACE FUNCTION words_sought(p_folded text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  sought text[] := ARRAY[quote_literal(left(words[1], 100))];
BEGIN
  FOR i IN 2..cardinality(words) LOOP
    sought[i - 1] := quote_literal('~' || left(words[i - 1], 100) || ' ' || left(words[i], 100));
  END LOOP;
  RETURN (array_to_string(sought, ' & ') || ':*')::tsquery;
END $$;

-- Adds the words of folded texts of a table that it did not have yet. Its lock of search_terms, also where nothing is new, keeps
-- remove_terms from removing a word that a row of this transaction has.
CREATE OR REPLACE FUNCTION add_terms(p_list text, p_folded text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (list, term)
  SELECT p_list, n.term FROM (SELECT DISTINCT term FROM unnest(p_folded) AS folded, unnest(tsvector_to_array(words_of(folded))) AS term) n
  WHERE NOT EXISTS (SELECT FROM search_terms s WHERE s.list = p_list AND s.term = n.term)
$$;

-- All words of the tables, where their rows came past the triggers.
CREATE OR REPLACE FUNCTION fill_terms() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (list, term)
  SELECT 'blacklist', word FROM ts_stat('SELECT words_of(description_fold) FROM blacklist')
  UNION ALL SELECT 'lstracuu', word FROM ts_stat('SELECT words_of(noi_dung_fold) FROM lstracuu')
  UNION ALL SELECT 'mesbank', word FROM ts_stat('SELECT words_of(str_mes_fold) FROM mesbank')
$$;

-- The search for all texts that can contain a folded text of words: those with one of the words that end in its first one, begin with
-- its last one, and so on. Empty when there are none; null when more than `p_most` words or pairs have one of its parts, or a word is
-- longer than words_of keeps.
CREATE OR REPLACE FUNCTION terms_with(p_list text, p_folded text, p_most int) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  words text[] := string_to_array(trim(regexp_replace(p_folded, '[^a-z]+', ' ', 'g')), ' ');
  n int := cardinality(words);
  part text;
  terms text[];
  sought text[] := '{}';
BEGIN
  FOR i IN 1..n LOOP
    IF length(words[i]) > 100 THEN RETURN NULL; END IF;
    CONTINUE WHEN i = 1 AND n > 1;
    part := CASE WHEN n = 1 THEN '%' || words[1]
      ELSE '~' || CASE WHEN i = 2 THEN '%' ELSE '' END || words[i - 1] || ' ' || words[i] END || CASE WHEN i = n THEN '%' ELSE '' END;
    -- Of a word of 100 letters nobody knows how it goes on.
    SELECT array_agg(quote_literal(t.term)) INTO terms FROM (
      SELECT term FROM search_terms WHERE list = p_list AND term LIKE part AND (n > 1 OR term NOT LIKE '~%')
      UNION SELECT term FROM search_terms WHERE list = p_list AND length(term) >= 100
      LIMIT p_most + 1) t;
    IF cardinality(terms) > p_most THEN RETURN NULL; END IF;
    IF terms IS NULL THEN RETURN ''; END IF;
    sought := sought || ('(' || array_to_string(terms, ' | ') || ')');
  END LOOP;
  RETURN array_to_string(sought, ' & ');
END $$;

-- Words of a table that no text of its column has any more. Those of about 10,000 texts are not looked for, which leaves the rare ones: an
-- index returns all texts of a word at once.
CREATE OR REPLACE FUNCTION unused_terms(p_list text, p_column text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
  part float8 := (SELECT least(100, 1000000 / greatest(reltuples, 1)) FROM pg_class WHERE oid = p_list::regclass);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT term FROM (SELECT term FROM search_terms WHERE list = %1$L EXCEPT SELECT word FROM ts_stat(%3$L)) t
     WHERE NOT EXISTS (SELECT FROM %1$I WHERE words_of(%2$I) @@ quote_literal(term)::tsquery)',
    p_list, p_column, format('SELECT words_of(%I) FROM %I TABLESAMPLE SYSTEM (%s)', p_column, p_list, part));
END $$;

-- Words that can be removed: of no text any more, or there twice. Nobody waits while they are looked for.
CREATE OR REPLACE FUNCTION needless_terms() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(n), '[]') FROM (
    SELECT 'blacklist' AS list, unused_terms('blacklist', 'description_fold') AS term, false AS twice
    UNION ALL SELECT 'lstracuu', unused_terms('lstracuu', 'noi_dung_fold'), false
    UNION ALL SELECT 'mesbank', unused_terms('mesbank', 'str_mes_fold'), false
    UNION ALL SELECT list, term, true FROM search_terms GROUP BY list, term HAVING count(*) > 1
    LIMIT 1000) n
$$;

-- Removes those of the words that still can be; returns how many. Does nothing while a transaction that adds words is under way, which else
-- waits until they are removed. The lock is text, as only statements that are planned can be checked beforehand (tools/routines.ts).
CREATE OR REPLACE FUNCTION remove_terms(p_terms jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  removed int;
BEGIN
  EXECUTE 'LOCK TABLE search_terms IN SHARE ROW EXCLUSIVE MODE NOWAIT';
  DELETE FROM search_terms t USING jsonb_to_recordset(p_terms) AS n (list text, term text, twice boolean)
  WHERE n.list = t.list AND n.term = t.term AND CASE
    WHEN n.twice THEN EXISTS (
      SELECT FROM search_terms other WHERE other.list = t.list AND other.term = t.term AND other.ctid < t.ctid)
    WHEN t.list = 'blacklist' THEN NOT EXISTS (
      SELECT FROM blacklist WHERE words_of(description_fold) @@ quote_literal(t.term)::tsquery)
    WHEN t.list = 'lstracuu' THEN NOT EXISTS (
      SELECT FROM lstracuu WHERE words_of(noi_dung_fold) @@ quote_literal(t.term)::tsquery)
    ELSE NOT EXISTS (SELECT FROM mesbank WHERE words_of(str_mes_fold) @@ quote_literal(t.term)::tsquery) END;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
EXCEPTION WHEN lock_not_available THEN
  RETURN 0;
END $$;

CREATE OR REPLACE FUNCTION blacklist_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_terms('blacklist', ARRAY(SELECT DISTINCT description_fold FROM new_rows WHERE description_fold <> ''));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION lstracuu_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_terms('lstracuu', ARRAY(SELECT DISTINCT noi_dung_fold FROM new_rows WHERE noi_dung_fold <> ''));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION mesbank_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_terms('mesbank', ARRAY(SELECT DISTINCT str_mes_fold FROM new_rows WHERE str_mes_fold <> ''));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER blacklist_terms AFTER INSERT ON blacklist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_terms();
CREATE OR REPLACE TRIGGER lstracuu_terms AFTER INSERT ON lstracuu
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION lstracuu_terms();
CREATE OR REPLACE TRIGGER mesbank_terms AFTER INSERT ON mesbank
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mesbank_terms();

-- A text that is changed; its column is the trigger's argument.
CREATE OR REPLACE FUNCTION text_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_terms(TG_TABLE_NAME, ARRAY[fold(to_jsonb(NEW) ->> TG_ARGV[0])]);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER blacklist_text AFTER UPDATE OF description ON blacklist
  FOR EACH ROW WHEN (NEW.description IS DISTINCT FROM OLD.description) EXECUTE FUNCTION text_changed('description');
CREATE OR REPLACE TRIGGER lstracuu_text AFTER UPDATE OF noi_dung ON lstracuu
  FOR EACH ROW WHEN (NEW.noi_dung IS DISTINCT FROM OLD.noi_dung) EXECUTE FUNCTION text_changed('noi_dung');
CREATE OR REPLACE TRIGGER mesbank_text AFTER UPDATE OF str_mes ON mesbank
  FOR EACH ROW WHEN (NEW.str_mes IS DISTINCT FROM OLD.str_mes) EXECUTE FUNCTION text_changed('str_mes');
