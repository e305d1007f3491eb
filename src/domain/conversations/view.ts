import type { Message } from '../../contract/conversations.js'
import { filePath } from '../files/file-address.js'
import type { MessageRecord } from './record.js'

/** What the wire shows of a message, for a reader who knows this server by the address: scheme, host, port. */
function viewMessage({ imageFile, ...message }: MessageRecord, address: string): Message {
  return imageFile === undefined ? message : { ...message, imageUrl: `${address}${filePath(imageFile)}` }
}

export const viewMessagePage = <Page extends { readonly messages: readonly MessageRecord[] }>(
  page: Page,
  address: string,
): Omit<Page, 'messages'> & { messages: Message[] } => ({
  ...page,
  messages: page.messages.map((message) => viewMessage(message, address)),
})
