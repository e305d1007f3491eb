import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserServer, chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { executablePath, microphoneFile } from '../test/support/browser/chromium.js'

/**
 * One browser for all tests of a run; each test has a context of its own in it. It starts when the first test asks for
 * it, so that runs without such a test do not wait for it.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined
  const tellAddress = async (answer: ServerResponse) => {
    browser ??= launchBrowser()
    try {
      answer.end((await browser).wsEndpoint())
    } catch (error) {
      answer.writeHead(500).end(String(error))
    }
  }
  const server = createServer((_request, answer) => void tellAddress(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  provide('browserUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  return async () => {
    server.closeAllConnections()
    server.close()
    // Whoever asked was told why it did not start.
    const started = await browser?.catch(() => undefined)
    await started?.close()
  }
}

const launchBrowser = () =>
  chromium.launchServer({
    ...(executablePath !== undefined && { executablePath }),
    host: '127.0.0.1',
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      // Its microphone plays a file once. Pages may open it only in contexts with the permission.
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphoneFile()}%noloop`,
    ],
  })
