-- A phone as a masked role sees it.
CREATE OR REPLACE FUNCTION mask_phone(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '****' || right($1, 5);

-- Free text as masked roles see it. Bank texts join numbers to references, and people write numbers in groups after
-- other numbers, so that it is unclear which digit begins a phone: any run of 9 or more digits, with or without blanks,
-- dots and dashes, keeps only its last five, unless it is amounts alone in which no number can be; so does any run that contains a possible number, whatever is between its
-- digits. Dates and times are protected first by U+E000, which no text contains, unless a date's digits are part of a number. Pattern by pattern the same as
-- redactPhones of contract/phone.ts, which explains each. The condition before a replacement costs a tenth of it, and
-- most texts need none.
-- keep_phones: a masked role's edit of a text that it saw masked. A '****54321' in it stands for the masked run of the
-- old text; without this, adding a word to a note would lose its number.
-- Words in capitals (GAP, CLOCK ...) stand for parts that several patterns use.
DO $do$
DECLARE
  gap text := '[^INSIDE]{0,4}';
  inside text := '0-9A-Za-z*\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff\ue000\ue001';
  parting text := '(?:[^INSIDE .+-]|[^INSIDE+]{2,4})';
  written text := '(?:0\d{9}|84\d{9}|[1-9]\d{8})';
  clock text := '((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)';
  phone_like text :=
    '(?<!\d)(?:(?:0GAP){1,2}[1-9](?:GAP\d){8}|8GAP4(?:GAP\d){9}|[35789](?:GAP\d){8}(?!\d))';
  amount text := '(?:[1-9]\d{0,4}000|[1-9]\d{0,2}(?:\.\d{3})*\.000)(?!\d)';
  in_groups text := '(?:(?:\d[ .-]?)*\d[ .-])?(?:[35789](?:[ .-]?\d){8}(?!\d)|8[ .-]?4(?:[ .-]?\d){9})';
  anywhere text := '(?:\d[ .-]?)*(?:0|84)[1-9](?:[ .-]?\d){8}';
  day text := '(?:0?[1-9]|[12]\d|3[01])%1$s(?:0?[1-9]|1[0-2])%1$s(?:19|20)\d\d';
  slashed text := format(day, '/');
  plain text := format('(?:%s|%s)', format(day, '[.]'), format(day, '-'));
  over text := '(?:GAP\ue000?|\ue000GAP)';
  nine text := format('[1-9](?:%s\d){8}(?:%1$s\d)?(?![\d:h])', over);
  amounts text := format('(?!%s)(?!%s)%s(?:[ -]%3$s)*(?![ .-]?\d)', in_groups, anywhere, amount);
  -- Each may hold those after it.
  parts text[] := ARRAY[
    ['AMOUNTS', amounts], ['LIKE', phone_like], ['CLOCK', clock], ['PARTING', parting], ['WRITTEN', written],
    ['WITHZERO', format('(?=(?:0%s){1,2}%s)', over, nine)],
    ['ABROAD', format('(?=(?:0%1$s){0,2}8%1$s4%1$s(?:0%1$s)?%2$s)', over, nine)],
    ['BARENINE', format('(?=[35789](?:%s\d){8}(?![\d:h]))', over)],
    ['UNTIMED', '(?<!\ue000(?:\d\d?:)*)'], ['SLASHED', slashed], ['PLAIN', plain], ['GAP', gap], ['INSIDE', inside]];
  masked text := $sql$
CREATE OR REPLACE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  t text;
BEGIN
  IF $1 !~ '(?:[0-9\uff10-\uff19][^0-9\uff10-\uff19]*){9}' THEN RETURN $1; END IF;
  t := translate($1, U&'０１２３４５６７８９\E000\E001', '0123456789');
  IF t ~ '\d[/.-]\d\d?[/.-](?:19|20)\d\d' THEN
    t := regexp_replace(t, '(^|[^\d/.-])(SLASHED|PLAIN)(?![/.-]?\d)', U&'\\1\E000\\2\E000', 'g');
    t := regexp_replace(t, '(\ue000[ ,]{1,3})CLOCK(?![:\d])', U&'\\1\\2\E000', 'g');
    t := regexp_replace(t, '(^|[^:\d])CLOCK([ ,]{1,3}\ue000)', U&'\\1\E000\\2\\3', 'g');
    IF t ~ '\ue000' THEN
      t := regexp_replace(t, '(?<!\d)UNTIMED(WITHZERO(?:\dGAP){1,9}|ABROAD(?:\dGAP){1,10})\ue000(SLASHED|PLAIN)\ue000', '\1\2', 'g');
      t := regexp_replace(t, '(?<![INSIDE])UNTIMED(BARENINE(?:\dGAP){1,3})\ue000(PLAIN)\ue000', '\1\2', 'g');
      t := regexp_replace(t, '\ue000(?:WITHZERO|ABROAD|BARENINE)(PLAIN)\ue000(?![ ,]{1,3}\d\d?:[\d:]+\ue000)', '\1', 'g');
    END IF;
  END IF;
  IF t ~ '\d{9}[^INSIDE]{1,4}\+?\d{9}' THEN
    t := regexp_replace(t, '(?<!\d)(WRITTEN[^INSIDE]{1,4})(?=\+?WRITTEN(?!\d))', U&'\\1\E000', 'g');
  END IF;
  IF t ~ '\d(?:[^0-9A-Za-z .-]|[^0-9A-Za-z]{2})' AND t ~ '(?:\dGAP){8}\d' THEN
    t := regexp_replace(t, '(?<!\dGAP)((?:(?:0?[1-9]|1[0-2])[/.-]20\d\d|(?:\dGAP){0,3}\d(?<!8GAP4))PARTING)(?=\+?(?:0GAP){1,2}[1-9](?:GAP\d){8}|\+?8GAP4(?:GAP\d){9})',
      U&'\\1\E000', 'g');
    t := regexp_replace(t, '\+?(?:\dGAP)*LIKE(?:GAP\d)*', U&'\E001\\&', 'g');
    t := regexp_replace(t, '\ue001\+?(?:\dGAP)*((?:\dGAP){4}\d)', '****\1', 'g');
  END IF;
  t := regexp_replace(t, '(?<!\d)(?:(?<!\d[ .-])|(?=\+))(?!AMOUNTS)\+?(?:\d[ .-]?){4,}((?:\d[ .-]?){4}\d)(?!\d)', '****\1', 'g');
  RETURN translate(t, U&'\E000', '');
END $$
  $sql$;
BEGIN
  FOR part IN 1 .. array_length(parts, 1) LOOP
    masked := replace(masked, parts[part][1], parts[part][2]);
  END LOOP;
  EXECUTE masked;

  EXECUTE replace(replace($sql$
CREATE OR REPLACE FUNCTION keep_phones(p_written text, p_old text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  result text := p_written;
  run text;
  shown text;
  at int;
BEGIN
  IF p_old IS NULL OR p_written IS NULL OR p_written NOT LIKE '%****%' THEN RETURN p_written; END IF;
  FOR run IN SELECT m[1] FROM regexp_matches(
    p_old, '(\+?[0-9\uff10-\uff19](?:GAP[0-9\uff10-\uff19]){8,})', 'g') m
  LOOP
    shown := redact_phones(run);
    at := position(shown IN result);
    IF shown <> run AND at > 0 THEN result := overlay(result PLACING run FROM at FOR length(shown)); END IF;
  END LOOP;
  RETURN result;
END $$
  $sql$, 'GAP', gap), 'INSIDE', inside);
END $do$;
