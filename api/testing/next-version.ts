import type pg from 'pg'

/**
 * What the migration of the next version does, when no process of the version before is left that adds links and mandates without their
 * names (decision 115). Repeating it changes nothing.
 */
const statements = [
  'drop trigger if exists payment_links_name on payment_links',
  'drop function if exists set_name_of_payment_link',
  'create unique index if not exists payment_links_slug_key on payment_links (slug, merchant_id)',
  'alter table payment_links drop constraint if exists payment_links_slug_unique',
  `insert into public_names (kind, name, merchant_id, id) select 'mandate', processor || ':' || processor_reference, merchant_id, id
     from mandates where processor is not null and processor_reference is not null on conflict do nothing`,
  'create unique index if not exists mandates_processor_reference_key on mandates (processor_reference, merchant_id)',
  'alter table mandates drop constraint if exists "mandates_processorReference_unique"',
]

export async function applyNextVersion(client: pg.ClientBase): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
