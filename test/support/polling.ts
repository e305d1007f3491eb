/** A connection by HTTP long-polling of which every payload can be chosen. */
export async function openPolling({ url }: { readonly url: string }) {
  const address = `${url}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(address)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const request = async (init?: RequestInit): Promise<string> => {
    const response = await fetch(`${address}&sid=${sid}`, init).catch(() => undefined)
    if (response === undefined) return 'broken off'
    const text = await response.text()
    return response.ok ? text : String(response.status)
  }
  return {
    /** What the server answers: `ok`, the status of a refusal, or `broken off`. */
    post: (...packets: string[]) => request({ method: 'POST', body: packets.join('\x1e') }),
    /** The packets that wait for the client, or the status of a refusal. */
    poll: async () => (await request()).split('\x1e'),
  }
}
