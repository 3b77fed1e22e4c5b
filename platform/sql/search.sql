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

-- Tables whose texts are searched by words, each with the column of its folded texts.
CREATE OR REPLACE FUNCTION searched_texts() RETURNS TABLE (list text, texts text) LANGUAGE sql IMMUTABLE AS $$
  VALUES ('blacklist', 'description_fold'), ('lstracuu', 'noi_dung_fold'), ('mesbank', 'str_mes_fold')
$$;

-- Words of the texts that search_terms does not have: none, unless rows were written past the triggers. Reads every text.
CREATE OR REPLACE FUNCTION missing_terms() RETURNS TABLE (list text, term text) LANGUAGE sql STABLE AS $$
  SELECT t.list, w.word FROM searched_texts() t CROSS JOIN LATERAL ts_stat(format('SELECT words_of(%I) FROM %I', t.texts, t.list)) w
  EXCEPT SELECT s.list, s.term FROM search_terms s
$$;

CREATE OR REPLACE FUNCTION fill_terms() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (list, term) SELECT list, term FROM missing_terms()
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
    -- words_of cuts words at 100 letters: the part may be in what was cut off.
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

-- Those of the words that no text of the table has.
CREATE OR REPLACE FUNCTION unused_terms(p_list text, p_terms text[]) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
  folded text := (SELECT s.texts FROM searched_texts() s WHERE s.list = p_list);
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT term FROM unnest($1) term WHERE NOT EXISTS (SELECT FROM %I WHERE words_of(%I) @@ quote_literal(term)::tsquery)',
    p_list, folded) USING p_terms;
END $$;

-- Words of a table that a sample of about 10,000 of its texts does not have. Looking for a word in the index returns all its texts at once:
-- of these it is few.
CREATE OR REPLACE FUNCTION rare_terms(p_list text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(r.term) FROM (
    SELECT s.term FROM search_terms s WHERE s.list = p_list
    EXCEPT SELECT w.word FROM searched_texts() t JOIN pg_class c ON c.oid = t.list::regclass
      CROSS JOIN LATERAL ts_stat(format('SELECT words_of(%I) FROM %I TABLESAMPLE SYSTEM (%s)', t.texts, t.list,
        least(100, 1000000 / greatest(c.reltuples, 1)))) w
      WHERE t.list = p_list) r
$$;

-- Words to remove: those that no text has any more, and those that are stored twice. Takes no lock, so that nobody who writes waits for it.
CREATE OR REPLACE FUNCTION needless_terms() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(n), '[]') FROM (
    SELECT t.list, u.term, false AS twice FROM searched_texts() t CROSS JOIN LATERAL unused_terms(t.list, rare_terms(t.list)) u (term)
    UNION ALL SELECT list, term, true FROM search_terms GROUP BY list, term HAVING count(*) > 1
    LIMIT 1000) n
$$;

-- Removes those of the words that are still unused or stored twice; returns how many. Does nothing while a transaction that adds words is
-- under way; one that begins meanwhile waits. The lock is dynamic SQL, as the check of routines can only plan static statements
-- (tools/routines.ts).
CREATE OR REPLACE FUNCTION remove_terms(p_terms jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  removed int;
BEGIN
  EXECUTE 'LOCK TABLE search_terms IN SHARE ROW EXCLUSIVE MODE NOWAIT';
  WITH needless AS (
    SELECT * FROM jsonb_to_recordset(p_terms) AS n (list text, term text, twice boolean)
  ), unused AS (
    SELECT n.list, u.term FROM (SELECT list, array_agg(term) AS terms FROM needless WHERE NOT twice GROUP BY list) n
    CROSS JOIN LATERAL unused_terms(n.list, n.terms) u (term)
  )
  DELETE FROM search_terms t
  WHERE EXISTS (SELECT FROM unused u WHERE u.list = t.list AND u.term = t.term)
    OR EXISTS (SELECT FROM needless n JOIN search_terms other ON other.list = n.list AND other.term = n.term
      WHERE n.twice AND n.list = t.list AND n.term = t.term AND other.ctid < t.ctid);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
EXCEPTION WHEN lock_not_available THEN
  RETURN 0;
END $$;

-- Adds the words of new texts, and of one that is changed. The argument is the column of the folded texts.
CREATE OR REPLACE FUNCTION note_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text[] := ARRAY[to_jsonb(NEW) ->> TG_ARGV[0]];
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('SELECT array_agg(DISTINCT %I) FROM new_rows', TG_ARGV[0]) INTO texts;
  END IF;
  PERFORM add_terms(TG_TABLE_NAME, texts);
  RETURN NULL;
END $$;

-- Words of rows that were written before the triggers, also by a server of the former version while this one upgrades the database.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'blacklist_terms') THEN
    LOCK TABLE blacklist, lstracuu, mesbank IN SHARE ROW EXCLUSIVE MODE;
    PERFORM fill_terms();
  END IF;
END $$;

CREATE OR REPLACE TRIGGER blacklist_terms AFTER INSERT ON blacklist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_terms('description_fold');
CREATE OR REPLACE TRIGGER lstracuu_terms AFTER INSERT ON lstracuu
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_terms('noi_dung_fold');
CREATE OR REPLACE TRIGGER mesbank_terms AFTER INSERT ON mesbank
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_terms('str_mes_fold');
CREATE OR REPLACE TRIGGER blacklist_text AFTER UPDATE OF description ON blacklist
  FOR EACH ROW WHEN (NEW.description IS DISTINCT FROM OLD.description) EXECUTE FUNCTION note_terms('description_fold');
CREATE OR REPLACE TRIGGER lstracuu_text AFTER UPDATE OF noi_dung ON lstracuu
  FOR EACH ROW WHEN (NEW.noi_dung IS DISTINCT FROM OLD.noi_dung) EXECUTE FUNCTION note_terms('noi_dung_fold');
CREATE OR REPLACE TRIGGER mesbank_text AFTER UPDATE OF str_mes ON mesbank
  FOR EACH ROW WHEN (NEW.str_mes IS DISTINCT FROM OLD.str_mes) EXECUTE FUNCTION note_terms('str_mes_fold');
