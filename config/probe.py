"""``python -m config.probe 8000``: exit code 0 if the server on this port of this machine is ready.

Asks ``/readyz`` under the site's own name, as a browser would: the containers' health checks use it.
"""

import http.client
import os
import sys
from urllib.parse import urlsplit


def ready(port: int) -> bool:
    """Whether the server answers 200 within five seconds."""
    host = urlsplit(os.environ.get("SITE_URL", "http://localhost:8000")).hostname or "localhost"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz", headers={"Host": host})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if ready(int(sys.argv[1])) else 1)
