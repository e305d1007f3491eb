import { Flags } from '@oclif/core'
import { readCharacterName } from '../../src/cli/chat/chat-participants.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import {
  memoryGraphTree,
  readingTime,
  renderGraphDot,
  renderGraphPage,
} from '../../src/cli/memories/graph-view.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { readFading } from '../../src/cli/memories/read-fading.js'
import { collectPage, readMemories } from '../../src/cli/memories/read-memories.js'
import { refuseOverwriting, writeOutputFile } from '../../src/cli/output/output-file.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { renderTree } from '../../src/cli/output/tree.js'
import { memoryGraph } from '../../src/contract/memory-graph.js'

const NO_MEMORIES = { memories: [], total: 0, limit: 0, offset: 0 }

export default class MemoriesGraph extends MemoriesCommand {
  static override summary = 'Show the memories of a player as a graph, by topic.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira ada',
    '<%= config.bin %> <%= command.id %> Mira ada --html ada.html --force',
    '<%= config.bin %> <%= command.id %> Mira ada --dot > ada.dot',
  ]
  static override args = pairArgs
  static override flags = {
    ...serviceFlags,
    entities: Flags.boolean({
      summary: 'Include people, places and things with their relations.',
      allowNo: true,
      default: true,
    }),
    self: Flags.boolean({ summary: 'Include what the character remembers of itself.' }),
    full: Flags.boolean({ summary: 'Wrap long texts instead of truncating them.' }),
    dot: Flags.boolean({ summary: 'Print the graph in DOT, for Graphviz.', exclusive: ['json', 'html'] }),
    html: Flags.string({
      summary: 'Write an interactive HTML page, which needs no network.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.', dependsOn: ['html'] }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesGraph)
    const { html, dot } = flags
    if (html !== undefined) refuseOverwriting(html, flags, '--html')
    const { client, owner, pair } = await this.resolvePair(flags, args)
    const query = {
      includeEntities: flags.entities,
      ...omitUndefined({ includeCharacterMemories: flags.self }),
    }
    const graph = await client.call(memoryGraph, { params: pair, query })
    const { terminal, result, note } = this.output(flags)
    if (graph.stale) note('The graph is being updated; this version is slightly out of date.')
    const needsTexts = html !== undefined || flags.full
    const { memories } = await collectPage(needsTexts ? readMemories(client, pair, {}) : NO_MEMORIES)
    if (html !== undefined) {
      const character = await readCharacterName(owner, pair.characterId)
      const read = {
        character,
        player: pair.playerId,
        readAt: readingTime(memories, new Date()),
        graph,
        memories,
        fading: await readFading(() => this.createAccountClient(flags), pair),
      }
      await writeOutputFile(html, await renderGraphPage(read))
      return result({ file: html }, () => `Wrote ${html}`)
    }
    const texts = new Map(memories.map(({ id, content }) => [id, content]))
    const tree = () => renderTree(terminal, memoryGraphTree(graph, { player: args.player, texts }), flags)
    result(graph, dot ? () => renderGraphDot(graph) : tree)
    if (graph.stats.totalMemories === 0) note(`No memories of ${printableLine(args.player)}`)
  }
}
