import type { ApiConfig } from '../../config.ts'
import type { MandateRecord } from './move.ts'

export const consentUrl = ({ publicUrl }: ApiConfig, { accessCode }: Pick<MandateRecord, 'accessCode'>) =>
  `${publicUrl}/mandate/${accessCode}`
