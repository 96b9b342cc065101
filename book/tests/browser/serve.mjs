// A folder on a free port of 127.0.0.1.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
};

export async function serve(folder) {
    const root = resolve(folder);
    const server = createServer(async (request, response) => {
        try {
            const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
            const file = resolve(join(root, path.endsWith("/") ? `${path}index.html` : path));
            if (!file.startsWith(root + sep)) {
                throw new Error("outside");
            }
            const body = await readFile(file);
            response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
            response.end(body);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((done, failed) => {
        server.once("error", failed);
        server.listen(0, "127.0.0.1", done);
    });
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        close() {
            server.closeAllConnections();
            server.close();
        },
    };
}
