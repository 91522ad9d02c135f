import { userInfo } from 'node:os'

/**
 * The operator's name for the audit log: the operating system account, plus the name given with `--as`. The account comes
 * from the system and not from the environment, which anyone can set.
 * @throws Error for a name that is empty, too long or not printable
 */
export function validateReviewer(name: string | undefined): string {
  const account = userInfo().username
  if (name === undefined) return account
  if (name.trim() === '' || name.length > 100 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new Error('--as must be a name of at most 100 visible characters')
  return name.trim() === account ? account : `${name.trim()} (${account})`
}
