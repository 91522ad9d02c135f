import type { Context, UnitOfWork } from '../context.ts'

/** Reads that must come first, such as the account name from a bank. It creates nothing and may be repeated. */
interface Prepares<C extends Context, In, Prepared> {
  prepare?: (unitOfWork: UnitOfWork<C>, input: In) => Promise<Prepared>
}

/** Creates everything in one transaction, whose result is the response. */
interface AtOnce<C extends Context, In, Prepared, Out> extends Prepares<C, In, Prepared> {
  create: (context: C, input: In, prepared: Prepared) => Promise<Out>
  finish?: undefined
}

/** Records the intent in one transaction and completes it afterwards, for example at the processor. */
interface Resumable<C extends Context, In, Prepared, Made, Out> extends Prepares<C, In, Prepared> {
  /** Records the intent and returns the JSON that `finish` needs to find it again. */
  create: (context: C, input: In, prepared: Prepared) => Promise<Made>
  /** Completes the recorded intent from any state and returns the response. May be repeated, and may run twice in parallel. */
  finish: (unitOfWork: UnitOfWork<C>, made: Made) => Promise<Out>
}

/**
 * A handler that creates something and needs more than one transaction. The caller's `Idempotency-Key` is stored in the
 * transaction of `create`, with its result: after any later failure a repeated request finds that record.
 */
export type CreationHandler<C extends Context, In, Prepared, Made, Out> =
  | AtOnce<C, In, Prepared, Out>
  | Resumable<C, In, Prepared, Made, Out>

/** Runs a creation without an idempotency key: each step once. */
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
