-- Trigrams by business, so that a search does not read those of all businesses (decision 110). The function and the index are there
-- already, except in a new database (`early-indexes.ts`, decision 104).
CREATE OR REPLACE FUNCTION person_trigrams(merchant uuid, value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(right(merchant::text, 2) || array_to_string(show_trgm(value), ',' || right(merchant::text, 2)), ',');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "search_persons_trigrams" ON "search_persons" USING gin ("merchant_id",person_trigrams(merchant_id, search_text) collate "C") WITH (gin_pending_list_limit=512);
