// npm run pack: writes dist/frontdesk-VERSION.tgz, the package for npm (decision 0089), and its bill of materials beside it. It is laid out
// as the repository is, with compiled sources, so that files are found in the same places.

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { packageConfig } from '../packages/server/rolldown.config.ts';
import { listFonts } from '../packages/server/src/invoices/document-fonts.ts';
import { billOfMaterials } from './sbom.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const folder = path.join(dist, 'package');
const server = readManifest('packages/server');
const client = readManifest('packages/client');

rmSync(folder, { recursive: true, force: true });
for (const name of ['LICENSE', 'CHANGELOG.md', 'docs', 'packages/admin/dist', 'packages/client/bin'])
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
cpSync(path.join(root, 'packages/server/README.md'), path.join(folder, 'README.md'));
for (const file of [...listFonts().values()].flat())
  cpSync(file, path.join(folder, 'packages/server/src/invoices/fonts', path.basename(file)));
compileClient();
const chunks = await bundleServer();
// Where both halves look for their version.
for (const [name, { version }] of Object.entries({ client, server }))
  writeFileSync(path.join(folder, 'packages', name, 'package.json'), JSON.stringify({ version, type: 'module' }));
// It exports nothing: importing it runs a command.
writeFileSync(path.join(folder, 'packages/server/src/commands/cli.d.ts'), 'export {};\n');
writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(chunks));
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(chunks), null, 2)}\n`);
execFileSync('npm', ['pack', folder, '--pack-destination', dist, '--loglevel=error'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const bom = billOfMaterials({ name: 'frontdesk', version: server.version, license: server.license }, lock);
writeFileSync(path.join(dist, `frontdesk-${server.version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);

function compileClient(): void {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = '-p packages/client/tsconfig.build.json --sourceMap --inlineSources'.split(' ');
  const words = [compiler, ...options, '--outDir', path.join(folder, 'packages/client/dist')];
  execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
}

async function bundleServer(): Promise<OutputChunk[]> {
  const { output, ...input } = packageConfig(path.join(folder, 'packages/server/src'));
  const { output: files } = await (await rolldown(input)).write(output);
  return files.filter((file) => file.type === 'chunk');
}

function manifest(chunks: OutputChunk[]): object {
  const { version, description, keywords, license } = server;
  return {
    ...{ name: 'frontdesk', version, description, keywords, license, type: 'module' },
    engines: { node: '^22.15.0 || ^24.0.0 || >=26.0.0' },
    bin: { frontdesk: 'packages/client/bin/frontdesk.mjs' },
    exports: {
      './client': './packages/client/dist/client.js',
      './client/admin': './packages/client/dist/admin.js',
      './cli': './packages/server/src/commands/cli.js',
      './package.json': './package.json',
    },
    dependencies: dependenciesOf(chunks),
    // Those for traces, which operators who want them install.
    peerDependencies: server.peerDependencies,
    peerDependenciesMeta: server.peerDependenciesMeta,
    publishConfig: { access: 'public', provenance: true },
  };
}

/** What is not in the bundle: imported packages, and those whose files are served. */
function dependenciesOf(chunks: OutputChunk[]): Record<string, string> {
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const resolved = chunks.flatMap(({ code }) => [...code.matchAll(/import\.meta\.resolve\("([^"]+)"\)/g)]);
  const names = [...imported, ...resolved.map(([, name = '']) => name)]
    .filter((name) => !files.has(name) && !builtinModules.includes(name.replace('node:', '')))
    .map(packageOf)
    .filter((name) => !(name in server.peerDependencies) && !listFonts().has(name));
  const versions = { ...server.dependencies, ...client.optionalDependencies };
  return Object.fromEntries([...new Set([...names, 'yaml'])].sort().map((name) => [name, versions[name] as string]));
}

/** Of the packages that are in the bundle, or whose fonts are beside it. */
function licensesOf(chunks: OutputChunk[]): string {
  const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
  const folders = ids
    .map((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0])
    .filter((found) => found !== undefined);
  const fonts = [...listFonts().keys()].map((name) => path.join(root, 'node_modules', name));
  const texts = [...new Set([...folders, ...fonts])].sort().map((folder) => {
    const { name, version, license } = readManifest(path.relative(root, folder));
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
    const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}`;
  });
  return `Frontdesk contains these packages. Those of the admin are in packages/admin/dist/licenses.md.\n\n${texts.join('\n\n---\n\n')}\n`;
}

type Manifest = Record<'name' | 'version' | 'description' | 'license', string> & {
  keywords: string[];
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: object;
};

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** Of what is imported: `@scope/name/file` is in `@scope/name`. */
function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
