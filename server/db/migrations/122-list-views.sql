-- Views of lists: filters, columns, order and page size under a name (D3-GRID-06).
CREATE TABLE list_views (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Path of a list or report of the contract.
  list text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('own', 'team', 'everyone')),
  -- Who saved it; of a unit's view its branch or leader.
  owner_id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  content jsonb NOT NULL,
  -- Priorities whose lists begin with it.
  default_for int[] NOT NULL DEFAULT '{}' CHECK (scope = 'everyone' OR default_for = '{}'),
  version bigint NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX list_views_name ON list_views
  (list, scope, (CASE WHEN scope <> 'everyone' THEN owner_id END), to_lower(name)) NULLS NOT DISTINCT;
CREATE INDEX list_views_owner ON list_views (owner_id);

-- The view that a list begins with for a person; null for none, whatever the role has.
CREATE TABLE chosen_views (
  user_id uuid NOT NULL REFERENCES users (id),
  list text NOT NULL,
  view_id uuid REFERENCES list_views (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, list)
);
CREATE INDEX chosen_views_view ON chosen_views (view_id);
