import type { Mode } from '@adire/contract/call.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { postWebhook } from '../../connectors/webhook-post.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { type JobUnitOfWork, jobHandler, type RetryPolicy } from '../../jobs/job-handler.ts'
import { defineJob, enqueueEach } from '../../jobs/queue.ts'
import { sessions } from '../auth/tables.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { listMembers, mayKnow } from './notifications.ts'
import { toOpenPath } from './open-url.ts'
import { derivePushKeys } from './push-keys.ts'
import { pushSubscriptions } from './tables.ts'

const timeoutMs = 10_000
/** News of a payment is of no use later: attempts end, and push services drop what they could not deliver. */
const attemptsMs = 15 * minuteMs
const keptSeconds = 12 * 3600
/** More than fit into `attemptsMs`, so that the job ends by itself and never waits for the operator. */
const pushRetry: RetryPolicy = { times: 12, firstPauseSeconds: 5, longestPauseSeconds: 300 }
/** Maximum number of devices notified of one payment. */
const maxDevices = 200

const pushJob = defineJob(
  'send-push',
  z.object({
    merchantId: z.string(),
    subscriptionId: z.string(),
    title: z.string(),
    path: z.string(),
    until: z.string(),
  }),
)
type PushJob = z.infer<typeof pushJob.payload>

const isSubscription = ({ merchantId, subscriptionId }: PushJob) =>
  and(eq(pushSubscriptions.merchantId, merchantId), eq(pushSubscriptions.id, subscriptionId))

/** What the service worker gets (`web/worker/push.ts`). A lock screen may show it, so it names no payer. */
interface PushPayload {
  title: string
  body: string
  path: string
}

/** Subscriptions to a business whose user is still a member and whose session has not ended. */
const findSubscriptions = (tx: Tx) =>
  tx
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      addressHash: pushSubscriptions.addressHash,
      sealed: pushSubscriptions.sealed,
      businessName: merchants.businessName,
      mode: merchants.mode,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.endedAt)))
    .innerJoin(
      memberships,
      and(eq(memberships.userId, pushSubscriptions.userId), eq(memberships.merchantId, pushSubscriptions.merchantId)),
    )
    .innerJoin(merchants, eq(merchants.id, pushSubscriptions.merchantId))
    .$dynamic()

/** Enqueues a push notification to each device of a member who may see payments. `path` is that of the dashboard page it opens. */
export async function pushToDevices(
  { tx, realNow }: Context,
  merchantId: string,
  { title, path }: { title: string; path: string },
): Promise<void> {
  const devices = await findSubscriptions(tx)
    .where(eq(pushSubscriptions.merchantId, merchantId))
    .orderBy(asc(pushSubscriptions.id))
    .limit(maxDevices)
  if (devices.length === 0) return
  const members = (await listMembers(tx, merchantId)).filter((member) => mayKnow(member, 'payment'))
  const informed = new Set(members.map(({ id }) => id))
  const until = new Date(realNow.getTime() + attemptsMs).toISOString()
  await enqueueEach(
    tx,
    pushJob,
    devices
      .filter(({ userId }) => informed.has(userId))
      .map(({ id }) => ({
        payload: { merchantId, subscriptionId: id, title, path, until },
        key: `${id}:${path}`,
        runAt: realNow,
      })),
  )
}

interface Push {
  endpoint: string
  headers: Record<string, string>
  body: Buffer
  mode: Mode
}

/** The encrypted request, or undefined if the device is not to be notified any more. */
async function buildPush({ tx, vault, realNow, config }: Context, job: PushJob): Promise<Push | undefined> {
  const { title, path, until } = job
  if (realNow > new Date(until)) return undefined
  const [device] = await findSubscriptions(tx).where(isSubscription(job)).limit(1)
  if (!device) return undefined
  const { endpoint, p256dh, auth } = JSON.parse(vault.open(device.sealed, device.addressHash)) as Record<
    'endpoint' | 'p256dh' | 'auth',
    string
  >
  const payload: PushPayload = {
    title: device.mode === 'TEST' ? `[Test] ${title}` : title,
    body: device.businessName,
    path: toOpenPath({ id: job.merchantId, mode: device.mode }, path),
  }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: `mailto:${config.brand.helpEmail}`, ...derivePushKeys(vault) },
      TTL: keptSeconds,
      contentEncoding: 'aes128gcm',
    },
  )
  return { endpoint, headers: headers as Record<string, string>, body: body!, mode: device.mode }
}

/**
 * Makes one attempt. An outage of the push service is tried again for a quarter of an hour; any other rejection means that the
 * browser has ended its subscription, so it is deleted. Both attempts of a job that runs twice show one notification, by its tag.
 */
async function deliverPush(unitOfWork: JobUnitOfWork, job: PushJob): Promise<void> {
  const push = await unitOfWork.write((context) => buildPush(context, job))
  if (!push) return
  const { status } = await postWebhook(
    { url: push.endpoint, headers: push.headers, body: push.body },
    {
      timeoutMs,
      allowLoopback: push.mode === 'TEST' && unitOfWork.config.webhooksToLoopback,
      responseBytes: 1024,
      storedResponseBytes: 0,
    },
  )
  if (status !== null && status >= 200 && status < 300) return
  if (status === null || status === 429 || status >= 500) throw new Error('The push service did not accept the message')
  await unitOfWork.write(({ tx }) => tx.delete(pushSubscriptions).where(isSubscription(job)))
}

export const pushJobHandlers = [
  jobHandler({ job: pushJob, retry: pushRetry, groupOf: ({ subscriptionId }) => subscriptionId, run: deliverPush }),
]
