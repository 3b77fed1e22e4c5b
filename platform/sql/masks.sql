-- A phone as a masked role sees it.
CREATE OR REPLACE FUNCTION mask_phone(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '****' || right($1, 5);

-- Free text as masked roles see it. Bank texts join numbers to references, and people write numbers in groups after
-- other numbers, so that it is unclear which digit starts a phone: any run of 9 or more digits, with or without spaces,
-- dots and dashes, keeps only its last five, unless it consists of amounts that cannot contain a number; so does any
-- run that contains a possible number, whatever is between its digits. Dates and times are protected first by U+E000,
-- which no text contains, unless a date's digits are part of a number. Pattern by pattern the same as redactPhones of
-- kit/contract/phone.ts. A condition before replacements costs a tenth of them, and most texts need none.
-- keep_phones: a masked role's edit of a text that it saw masked. A '****54321' in it represents the masked run of the
-- old text; without this, adding a word to a note would lose its number.
DO $do$
DECLARE
  -- Name and pattern; each may refer to previous ones as {NAME}.
  parts text[] := ARRAY[
    -- Characters that end a number: digits, letters, stars and the two marks, as in '0912x345678'.
    ['INSIDE', '0-9A-Za-z*\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff\ue000\ue001'],
    -- Characters allowed between two digits of a number: '0912. - 345678'.
    ['GAP', '[^{INSIDE}]{0,4}'],
    -- Separator of two numbers, more than one space, dot or dash: the ': ' of 'tháng 10: 0912345678'.
    ['PARTING', '(?:[^{INSIDE} .+-]|[^{INSIDE}+]{2,4})'],

    -- A possible number with gaps: a 0 and nine more digits, 84 and nine more, or exactly nine: '0912.345.678', '84 912 345 678', '912 345 678'.
    ['PHONE', '(?<!\d)(?:(?:0{GAP}){1,2}[1-9](?:{GAP}\d){8}|8{GAP}4(?:{GAP}\d){9}|[35789](?:{GAP}\d){8}(?!\d))'],
    -- A number after a prefix that is not part of it: '0912345678', '+84912345678'.
    ['PREFIXED', '(?:0{GAP}){1,2}[1-9](?:{GAP}\d){8}|\+?8{GAP}4(?:{GAP}\d){9}'],
    -- A number without gaps: '0912345678', '84912345678', '912345678'.
    ['WRITTEN', '(?:0\d{9}|84\d{9}|[1-9]\d{8})'],

    -- A time: '9:30', '09:30:15'.
    ['CLOCK', '((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)'],
    -- A date with slashes: '5/9/2026'.
    ['SLASHED', '(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)\d\d'],
    -- A date with two dots or two dashes, which also group numbers: '5.9.2026', '05-09-2026'.
    ['PLAIN', '(?:(?:0?[1-9]|[12]\d|3[01])[.](?:0?[1-9]|1[0-2])[.](?:19|20)\d\d|(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-(?:19|20)\d\d)'],

    -- Thousands of đồng: '12500000', '12.500.000'.
    ['AMOUNT', '(?:[1-9]\d{0,4}000|[1-9]\d{0,2}(?:\.\d{3})*\.000)(?!\d)'],
    -- A number at the start of a group in a run, nine digits of a mobile one or 84 and nine: '12 912345000'.
    ['IN_GROUPS', '(?:(?:\d[ .-]?)*\d[ .-])?(?:[35789](?:[ .-]?\d){8}(?!\d)|8[ .-]?4(?:[ .-]?\d){9})'],
    -- A number with 0 or 84 anywhere in a run: '10912000 345000'.
    ['ANYWHERE', '(?:\d[ .-]?)*(?:0|84)[1-9](?:[ .-]?\d){8}'],
    -- A run of amounts that cannot contain a number: '12500000 12600000'.
    ['AMOUNTS', '(?!{IN_GROUPS})(?!{ANYWHERE}){AMOUNT}(?:[ -]{AMOUNT})*(?![ .-]?\d)'],

    -- Between the digits of a number that contains a protected date: the space of '0300 5-9-2000'.
    ['OVER', '(?:{GAP}\ue000?|\ue000{GAP})'],
    -- Nine or ten digits not followed by a digit or by something that makes the last of them an hour: not those of '90 15-9-2026 9:30'.
    ['NINE', '[1-9](?:{OVER}\d){8}(?:{OVER}\d)?(?![\d:h])'],
    -- Before a number with a 0: '0300 5-9-2000'.
    ['WITH_ZERO', '(?=(?:0{OVER}){1,2}{NINE})'],
    -- Before a number with its country: '+84 300 05-9-2000'.
    ['ABROAD', '(?=(?:0{OVER}){0,2}8{OVER}4{OVER}(?:0{OVER})?{NINE})'],
    -- Before nine digits without prefix: '345 5-9-2000'.
    ['BARE_NINE', '(?=[35789](?:{OVER}\d){8}(?![\d:h]))'],
    -- Not within the digits of a protected time: not at the 35 of '08:35 15-9-2026'.
    ['UNTIMED', '(?<!\ue000(?:\d\d?:)*)'],

    -- A date, with the character before it: '(5/9/2026'.
    ['DAY', '(^|[^\d/.-])({SLASHED}|{PLAIN})(?![/.-]?\d)'],
    -- A protected date followed by a time: '5/9/2026, 09:30'.
    ['TIME_AFTER', '(\ue000[ ,]{1,3}){CLOCK}(?![:\d])'],
    -- A protected date preceded by a time: '09:30 5/9/2026'.
    ['TIME_BEFORE', '(^|[^:\d]){CLOCK}([ ,]{1,3}\ue000)'],
    -- A protected date at the end of a number with 0 or 84, or inside it, with fewer digits before it than the number has: '0300 5-9-2000'.
    ['DAY_IN_NUMBER', '(?<!\d){UNTIMED}({WITH_ZERO}(?:\d{GAP}){1,9}|{ABROAD}(?:\d{GAP}){1,10})\ue000({SLASHED}|{PLAIN})\ue000'],
    -- The same for nine digits without prefix, but not with slashes ('90 15/9/2026'): 'sdt345 5-9-2000'.
    ['DAY_IN_NINE', '(?<!\d){UNTIMED}({BARE_NINE}(?:\d{GAP}){1,3})\ue000({PLAIN})\ue000'],
    -- A protected date at the start of a number, not followed by a time: '05-09-2000 12'.
    ['DAY_AS_HEAD', '\ue000(?:{WITH_ZERO}|{ABROAD}|{BARE_NINE})({PLAIN})\ue000(?![ ,]{1,3}\d\d?:[\d:]+\ue000)'],

    -- A number without gaps before another one, so that each keeps its own last five: '0912345678 0912345679'.
    ['PAIRED', '(?<!\d)({WRITTEN}[^{INSIDE}]{1,4})(?=\+?{WRITTEN}(?!\d))'],
    -- A month or up to four digits before a number that are not part of it, but never the 84 before a 0: 'tháng 10: 0912345678'.
    ['HEADED', '(?<!\d{GAP})((?:(?:0?[1-9]|1[0-2])[/.-]20\d\d|(?:\d{GAP}){0,3}\d(?<!8{GAP}4)){PARTING})(?=\+?{PREFIXED})'],
    -- A run of digits with gaps that contains a possible number: '12, 0912, 345, 678'.
    ['RUN_WITH_PHONE', '\+?(?:\d{GAP})*{PHONE}(?:{GAP}\d)*'],
    -- The same, marked, with the last five digits captured.
    ['MARKED_RUN', '\ue001\+?(?:\d{GAP})*((?:\d{GAP}){4}\d)'],
    -- Nine digits or more with a space, dot or dash between them, with the last five captured: 'FT26 0912345678123'.
    ['LONG_RUN', '(?<!\d)(?:(?<!\d[ .-])|(?=\+))(?!{AMOUNTS})\+?(?:\d[ .-]?){4,}((?:\d[ .-]?){4}\d)(?!\d)']];
  gap text;
  masked text := $sql$
CREATE OR REPLACE FUNCTION redact_phones(text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  t text;
BEGIN
  IF $1 !~ '(?:[0-9\uff10-\uff19][^0-9\uff10-\uff19]*){9}' THEN RETURN $1; END IF;
  t := translate($1, U&'０１２３４５６７８９\E000\E001', '0123456789');
  -- Nine digits without gaps wider than those of a number: everything masked below has them.
  IF t !~ '(?:\d{GAP}){8}\d' THEN RETURN t; END IF;
  IF t ~ '\d[/.-]\d\d?[/.-](?:19|20)\d\d' THEN
    t := regexp_replace(t, '{DAY}', U&'\\1\E000\\2\E000', 'g');
    t := regexp_replace(t, '{TIME_AFTER}', U&'\\1\\2\E000', 'g');
    t := regexp_replace(t, '{TIME_BEFORE}', U&'\\1\E000\\2\\3', 'g');
    IF t ~ '\ue000' AND t ~ '{WITH_ZERO}|{ABROAD}|{BARE_NINE}' THEN
      t := regexp_replace(t, '{DAY_IN_NUMBER}', '\1\2', 'g');
      t := regexp_replace(t, '{DAY_IN_NINE}', '\1\2', 'g');
      t := regexp_replace(t, '{DAY_AS_HEAD}', '\1', 'g');
    END IF;
  END IF;
  IF t ~ '\d{9}[^{INSIDE}]{1,4}\+?\d{9}' THEN
    t := regexp_replace(t, '{PAIRED}', U&'\\1\E000', 'g');
  END IF;
  IF t ~ '\d(?:[^0-9A-Za-z .-]|[^0-9A-Za-z]{2})' AND t ~ '(?:\d{GAP}){8}\d' THEN
    t := regexp_replace(t, '{HEADED}', U&'\\1\E000', 'g');
    t := regexp_replace(t, '{RUN_WITH_PHONE}', U&'\E001\\&', 'g');
    t := regexp_replace(t, '{MARKED_RUN}', '****\1', 'g');
  END IF;
  IF t ~ '(?:\d[ .-]?){8}\d' THEN
    t := regexp_replace(t, '{LONG_RUN}', '****\1', 'g');
  END IF;
  RETURN translate(t, U&'\E000', '');
END $$
  $sql$;
BEGIN
  FOR part IN 1 .. array_length(parts, 1) LOOP
    FOR later IN part + 1 .. array_length(parts, 1) LOOP
      parts[later][2] := replace(parts[later][2], '{' || parts[part][1] || '}', parts[part][2]);
    END LOOP;
    masked := replace(masked, '{' || parts[part][1] || '}', parts[part][2]);
    IF parts[part][1] = 'GAP' THEN gap := parts[part][2]; END IF;
  END LOOP;
  EXECUTE masked;

  EXECUTE replace($sql$
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
    p_old, '(\+?[0-9\uff10-\uff19](?:{GAP}[0-9\uff10-\uff19]){8,})', 'g') m
  LOOP
    shown := redact_phones(run);
    at := position(shown IN result);
    IF shown <> run AND at > 0 THEN result := overlay(result PLACING run FROM at FOR length(shown)); END IF;
  END LOOP;
  RETURN result;
END $$
  $sql$, '{GAP}', gap);
END $do$;
