import type { Context, UnitOfWork } from '../context.ts'

/** What has to be known first, such as the name a bank has for an account. It creates nothing and may be repeated. */
interface Prepares<C extends Context, In, Prepared> {
  prepare?: (unitOfWork: UnitOfWork<C>, input: In) => Promise<Prepared>
}

/** Everything is created in one transaction, whose result is the answer. */
interface AtOnce<C extends Context, In, Prepared, Out> extends Prepares<C, In, Prepared> {
  create: (context: C, input: In, prepared: Prepared) => Promise<Out>
  finish?: undefined
}

/** The intent is recorded in one transaction and carried out afterwards, such as by asking the processor. */
interface Resumable<C extends Context, In, Prepared, Made, Out> extends Prepares<C, In, Prepared> {
  /** Records the intent and returns what `finish` needs to find it again, as JSON. */
  create: (context: C, input: In, prepared: Prepared) => Promise<Made>
  /** Carries out what was recorded from wherever it stands, and answers. It may be repeated, and may run twice at a time. */
  finish: (unitOfWork: UnitOfWork<C>, made: Made) => Promise<Out>
}

/**
 * How something is created that needs more than one transaction. The caller's `Idempotency-Key` is stored in the
 * transaction of `create`, with what it returns: whatever breaks off afterwards, a repeated request finds that record.
 */
export type CreationHandler<C extends Context, In, Prepared, Made, Out> =
  | AtOnce<C, In, Prepared, Out>
  | Resumable<C, In, Prepared, Made, Out>

/** A creation without a key: each step once. */
export async function runCreation<C extends Context, In, Prepared, Made, Out>(
  unitOfWork: UnitOfWork<C>,
  creation: Resumable<C, In, Prepared, Made, Out>,
  input: In,
): Promise<Out>
export async function runCreation<C extends Context, In, Prepared, Out>(
  unitOfWork: UnitOfWork<C>,
  creation: AtOnce<C, In, Prepared, Out>,
  input: In,
): Promise<Out>
export async function runCreation<C extends Context, In, Prepared, Made, Out>(
  unitOfWork: UnitOfWork<C>,
  creation: CreationHandler<C, In, Prepared, Made, Out>,
  input: In,
): Promise<Out> {
  const prepared = (await creation.prepare?.(unitOfWork, input)) as Prepared
  if (!creation.finish) return unitOfWork.write((context) => creation.create(context, input, prepared))
  const made = await unitOfWork.write((context) => creation.create(context, input, prepared))
  return creation.finish(unitOfWork, made)
}
