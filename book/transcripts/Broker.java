// Chapter 19: a message broker as a participant. One program, started four times by broker.sh:
// `serve`, `prepare` (which dies with its yes), `look`, `resolve`.

import java.util.Collections;
import javax.jms.Connection;
import javax.jms.Session;
import javax.jms.XAConnection;
import javax.jms.XASession;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQConnectionMetaData;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;

public class Broker {
    static final String ADDRESS = "tcp://127.0.0.1:25616";

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "serve" -> serve(arguments[1]);
            case "prepare" -> prepare();
            case "look" -> look();
            default -> resolve();
        }
        System.exit(0);
    }

    static void serve(String folder) throws Exception {
        BrokerService broker = new BrokerService();
        broker.setUseJmx(false);
        broker.setPersistent(true);
        broker.setDataDirectory(folder);
        broker.addConnector(ADDRESS);
        broker.start();
        broker.waitUntilStopped();
    }

    static void prepare() throws Exception {
        XASession session = session();
        XAResource broker = session.getXAResource();
        Xid t1 = new T1();
        System.out.println("ActiveMQ " + ActiveMQConnectionMetaData.PROVIDER_VERSION);
        broker.start(t1, XAResource.TMNOFLAGS);
        session.createProducer(session.createQueue("payments")).send(session.createTextMessage("₹30 from 42 to 43"));
        broker.end(t1, XAResource.TMSUCCESS);
        System.out.println("prepare(t1): " + (broker.prepare(t1) == XAResource.XA_OK ? "XA_OK" : "other"));
        Runtime.getRuntime().halt(9);
    }

    static void look() throws Exception {
        Connection connection = new ActiveMQConnectionFactory(ADDRESS).createConnection();
        connection.start();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        var messages = session.createBrowser(session.createQueue("payments")).getEnumeration();
        System.out.println("messages to be seen in the queue: " + Collections.list(messages).size());
        connection.close();
    }

    static void resolve() throws Exception {
        XAResource broker = session().getXAResource();
        Xid[] doubtful = broker.recover(XAResource.TMSTARTRSCAN);
        System.out.println("recover(): " + doubtful.length + " in doubt");
        for (Xid one : doubtful) {
            broker.commit(one, false);
            System.out.println("commit(" + new String(one.getGlobalTransactionId()) + ")");
        }
    }

    static XASession session() throws Exception {
        XAConnection connection = new ActiveMQXAConnectionFactory(ADDRESS).createXAConnection();
        connection.start();
        return connection.createXASession();
    }

    static class T1 implements Xid {
        public int getFormatId() { return 1; }
        public byte[] getGlobalTransactionId() { return "t1".getBytes(); }
        public byte[] getBranchQualifier() { return new byte[] {1}; }
    }
}
