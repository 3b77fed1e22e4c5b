-- Order search by code and phone for customers: codes can be guessed, so wrong tries are limited (D3-SIM-08,
-- subjects/sims/decisions/orders.md).

-- Maximum wrong tries in 24 hours. Many customers of a mobile carrier share one address.
CREATE OR REPLACE FUNCTION order_tries_bound(p_kind text) RETURNS int LANGUAGE sql IMMUTABLE RETURN
  CASE p_kind WHEN 'address' THEN 30 ELSE 10 END;

-- Finds the order of code and phone; without one the try is counted. `seconds`: the limit was reached, time to wait. The statements are the
-- same for a wrong code and a wrong phone. Tries from other addresses do not count against the address that ordered, so that strangers
-- cannot lock customers out of their orders. Tries of one kind are serialised, kinds always in this order.
CREATE OR REPLACE FUNCTION find_order(p_code bigint, p_phone text, p_address text, p_device text, p_digests text[])
RETURNS TABLE (id uuid, seconds int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  kinds text[] := ARRAY['address', 'device', 'code', 'phone'];
  familiar boolean;
  wait int;
  found_id uuid;
BEGIN
  FOR n IN 1 .. 4 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('order try ' || kinds[n] || p_digests[n], 0));
  END LOOP;
  familiar := EXISTS (SELECT FROM sim_order o JOIN sim_order_sent s ON s.order_id = o.id
    WHERE o.ma_so = p_code AND (s.address = p_address OR s.device = p_device));
  SELECT max(ceil(extract(epoch FROM full_at + interval '24 hours' - now()))::int) INTO wait
  FROM unnest(kinds, p_digests) k(kind, who), LATERAL (
    SELECT t.at AS full_at FROM order_tries t
    WHERE t.kind = k.kind AND t.who = k.who AND t.at > now() - interval '24 hours'
    ORDER BY t.at DESC OFFSET order_tries_bound(k.kind) - 1 LIMIT 1) f
  WHERE NOT familiar OR k.kind IN ('address', 'device');
  IF wait IS NOT NULL THEN
    RETURN QUERY SELECT NULL::uuid, greatest(wait, 1);
    RETURN;
  END IF;
  SELECT o.id INTO found_id FROM sim_order o WHERE o.ma_so = p_code AND o.phone = p_phone;
  IF found_id IS NULL THEN
    INSERT INTO order_tries (kind, who) SELECT * FROM unnest(kinds, p_digests);
  END IF;
  RETURN QUERY SELECT found_id, NULL::int;
END $$;
