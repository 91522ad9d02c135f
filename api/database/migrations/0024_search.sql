CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE TABLE "search_persons" (
	"merchant_id" uuid NOT NULL,
	"email" text collate "C" NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "search_persons_merchant_id_email_pk" PRIMARY KEY("merchant_id","email")
);
--> statement-breakpoint
-- Lower case without accents, as the search of the API does it.
CREATE OR REPLACE FUNCTION to_search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(trim(value), NFKD), '[\u0300-\u036f]', '', 'g'));
--> statement-breakpoint
-- Appends what is not known of this email yet. Known details, which is nearly always, lock and write nothing.
-- Limited to 4,000 characters: a business may use one email for many payers.
CREATE OR REPLACE FUNCTION add_search_person(merchant uuid, person_email text, VARIADIC details text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  known text;
  added text := '';
  detail text;
BEGIN
  SELECT search_text INTO known FROM search_persons WHERE merchant_id = merchant AND email = person_email;
  known := coalesce(known, '');
  FOREACH detail IN ARRAY array_prepend(person_email, details) LOOP
    detail := to_search_text(detail);
    IF detail <> '' AND position(' ' || detail || ' ' IN known || added || ' ') = 0 THEN
      added := added || ' ' || detail;
    END IF;
  END LOOP;
  IF added = '' OR length(known) + length(added) > 4000 THEN RETURN; END IF;
  INSERT INTO search_persons VALUES (merchant, person_email, added)
  ON CONFLICT (merchant_id, email) DO UPDATE SET search_text = search_persons.search_text || excluded.search_text;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_payer_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_person(new.merchant_id, new.customer_email, new.customer_name, new.customer_phone, regexp_replace(new.customer_phone, '^\+234', '0'), new.channel_details #>> '{bank_transfer,senderName}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_search_inserted AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION add_payer_to_search();
--> statement-breakpoint
CREATE TRIGGER payments_search_updated AFTER UPDATE OF customer_email, customer_name, customer_phone, channel_details ON payments FOR EACH ROW
  WHEN ((old.customer_email, old.customer_name, old.customer_phone, old.channel_details #>> '{bank_transfer,senderName}') IS DISTINCT FROM
        (new.customer_email, new.customer_name, new.customer_phone, new.channel_details #>> '{bank_transfer,senderName}'))
  EXECUTE FUNCTION add_payer_to_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_customer_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_person(new.merchant_id, new.email, concat_ws(' ', new.first_name, new.last_name), new.phone, regexp_replace(new.phone, '^\+234', '0'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_search_inserted AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION add_customer_to_search();
--> statement-breakpoint
CREATE TRIGGER customers_search_updated AFTER UPDATE OF email, first_name, last_name, phone ON customers FOR EACH ROW
  WHEN ((old.email, old.first_name, old.last_name, old.phone) IS DISTINCT FROM
        (new.email, new.first_name, new.last_name, new.phone))
  EXECUTE FUNCTION add_customer_to_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_invoice_customer_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_person(new.merchant_id, new.customer_email, new.customer_name);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_search_inserted AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION add_invoice_customer_to_search();
--> statement-breakpoint
CREATE TRIGGER invoices_search_updated AFTER UPDATE OF customer_email, customer_name ON invoices FOR EACH ROW
  WHEN ((old.customer_email, old.customer_name) IS DISTINCT FROM
        (new.customer_email, new.customer_name))
  EXECUTE FUNCTION add_invoice_customer_to_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_subscriber_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_person(new.merchant_id, new.customer_email, new.customer_name);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_search_inserted AFTER INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION add_subscriber_to_search();
--> statement-breakpoint
CREATE TRIGGER subscriptions_search_updated AFTER UPDATE OF customer_email, customer_name ON subscriptions FOR EACH ROW
  WHEN ((old.customer_email, old.customer_name) IS DISTINCT FROM
        (new.customer_email, new.customer_name))
  EXECUTE FUNCTION add_subscriber_to_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_mandate_customer_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_person(new.merchant_id, new.customer_email, new.customer_name, new.account_name);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mandates_search_inserted AFTER INSERT ON mandates FOR EACH ROW EXECUTE FUNCTION add_mandate_customer_to_search();
--> statement-breakpoint
CREATE TRIGGER mandates_search_updated AFTER UPDATE OF customer_email, customer_name, account_name ON mandates FOR EACH ROW
  WHEN ((old.customer_email, old.customer_name, old.account_name) IS DISTINCT FROM
        (new.customer_email, new.customer_name, new.account_name))
  EXECUTE FUNCTION add_mandate_customer_to_search();
--> statement-breakpoint
INSERT INTO search_persons
SELECT merchant_id, email, left(' ' || to_search_text(email) || coalesce(
  ' ' || string_agg(DISTINCT to_search_text(detail), ' ') FILTER (WHERE trim(detail) <> ''), ''), 4000)
FROM (
  SELECT merchant_id, email, unnest(ARRAY[name, phone, regexp_replace(phone, '^\+234', '0'), other]) AS detail FROM (
    SELECT DISTINCT merchant_id, customer_email, customer_name, customer_phone, channel_details #>> '{bank_transfer,senderName}'
    FROM payments
    UNION SELECT merchant_id, email, concat_ws(' ', first_name, last_name), phone, NULL FROM customers
    UNION SELECT merchant_id, customer_email, customer_name, NULL, NULL FROM invoices
    UNION SELECT merchant_id, customer_email, customer_name, NULL, NULL FROM subscriptions
    UNION SELECT merchant_id, customer_email, customer_name, NULL, account_name FROM mandates
  ) AS source (merchant_id, email, name, phone, other)
) AS details
GROUP BY merchant_id, email;
--> statement-breakpoint
CREATE INDEX "search_persons_text" ON "search_persons" USING gin ("merchant_id","search_text" gin_trgm_ops) WITH (gin_pending_list_limit=512);