import { problem } from '../http/problem.ts'
import type { OperatorContext } from '../operator-context.ts'
import { type FailedJob, listFailed, resolveFailed } from './failed.ts'

export const jobsUsage = `
  jobs list                                  background jobs that failed permanently, with the error
  jobs retry <number|all>                    enqueues them again, with all their attempts
  jobs discard <number|all>                  discards them; the name of the operator is stored for 90 days`

const listed = 200
const batchSize = 1000

/**
 * Runs one `jobs` command; returns the exit code, or undefined for an unknown command.
 * @throws failed_job_not_found (404), validation_error (422) for an invalid job number
 */
export async function runJobsCommand(operator: OperatorContext, words: string[]): Promise<number | undefined> {
  const [verb, which, ...more] = words
  if (more.length > 0) return undefined
  if (verb === 'list' && which === undefined) return listDeadJobs(operator)
  if ((verb !== 'retry' && verb !== 'discard') || which === undefined) return undefined
  const resolution = verb === 'retry' ? 'retried' : 'discarded'
  const resolved = await operator.write(async ({ tx, now }) => {
    const ids = which === 'all' ? (await listFailed(tx, 0, batchSize)).map(({ id }) => id) : [parseJobNumber(which)]
    return resolveFailed(tx, ids, { resolution, resolvedBy: operator.reviewer }, now)
  })
  if (resolved.length === 0 && which !== 'all') throw problem.notFound('failed job')
  operator.print(`${resolved.length} ${resolved.length === 1 ? 'job' : 'jobs'} ${resolution}.`)
  if (resolved.length === batchSize) operator.print('There may be more: run it again.')
  return 0
}

function parseJobNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1)
    throw problem.field('number', 'Enter the number of a job from "jobs list", or all')
  return number
}

async function listDeadJobs({ write, print }: OperatorContext): Promise<number> {
  const jobs = await write(({ tx }) => listFailed(tx, 0, listed))
  for (const job of jobs) print(formatJob(job))
  if (jobs.length === 0) print('No job has failed permanently.')
  if (jobs.length === listed) print(`These are the oldest ${listed}.`)
  return 0
}

/** One line about a job, without its payload, which may contain input of a merchant or a payer. */
const formatJob = ({ id, state, job, merchantId, attempts, failedAt, error }: FailedJob) =>
  [
    String(id).padStart(6),
    state.padEnd(11),
    failedAt.toISOString(),
    job,
    ...(merchantId ? [`business ${merchantId}`] : []),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    // Removes control characters: user input must not control the terminal.
    error.replace(/[\p{Cc}\p{Cf}]/gu, ' '),
  ].join('  ')
