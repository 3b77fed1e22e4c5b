-- Where a number stands at its holder is its stage; movements are of known kinds.
ALTER TABLE customer RENAME COLUMN place TO stage;
ALTER TABLE movements RENAME COLUMN from_place TO from_stage;
ALTER TABLE movements RENAME COLUMN to_place TO to_stage;
ALTER TABLE balances RENAME COLUMN place TO stage;
ALTER TABLE balance_deltas RENAME COLUMN place TO stage;
ALTER VIEW node_balances RENAME COLUMN place TO stage;
ALTER VIEW customer_list RENAME COLUMN place TO stage;

-- The kinds of contract/movements.ts; a movement of none of them is a fault, not a line.
ALTER TABLE movements ADD CONSTRAINT movements_kind CHECK (kind IN (
  'import', 'split', 'undo', 'assign', 'claim', 'result', 'appointment', 'recall', 'reinvite', 'blacklist', 'delete'));

-- The bodies of these functions name the columns; the routines make them anew.
DROP FUNCTION fold_balances();
DROP FUNCTION block_numbers(text[]);
DROP FUNCTION unblock_numbers(text[]);
