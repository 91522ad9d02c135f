import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementNames } from './statement-names.ts'

const statements = [
  'select "id", "mode" from "merchants" where "merchants"."id" = $1',
  'select "a" from "plans" where ("plans"."merchant_id" = $1 and "plans"."id" = $2) for update skip locked',
  'select "a" from "plans" inner join "merchants" on ("merchants"."id" = "plans"."merchant_id") where "plans"."id" = $1 for key share of "plans"',
  'update "payments" set "status" = $1, "at" = greatest("at", $2) where ("payments"."merchant_id" = $3 and "payments"."id" = $4) returning "id", "status"',
  'insert into "outbox" ("id", "job") values (default, $1) on conflict ("id", "job") do nothing returning "id"',
  'insert into "outbox" ("id", "job") values (default, $1), (default, $2)',
]
const planned = [
  'select "id" from "payments" where "payments"."merchant_id" = $1 order by "created_at" desc limit $2',
  'select "id" from "payments" where ("payments"."merchant_id" = $1 and "payments"."amount_kobo" >= $2)',
  'select "id" from "payments" where ("payments"."merchant_id" = $1 or "payments"."id" = $2)',
  'select "id" from "payments" where "payments"."id" in ($1, $2)',
  'insert into "outbox" ("id", "job") values (default, $1), (default, $2), (default, $3)',
  'insert into "outbox" ("id", "job") select "id" from "payments" where "id" = $1',
  'begin',
]

test('a statement for one row by its keys, or an insert of two rows, is prepared under one name; other statements are planned each time', () => {
  const statementName = statementNames()
  const names = statements.map(statementName)
  assert.equal(new Set(names).size, statements.length)
  assert.deepEqual(statements.map(statementName), names)
  for (const name of names) assert.match(name!, /^steady_/)
  assert.deepEqual(
    planned.map(statementName),
    planned.map(() => undefined),
  )
})
